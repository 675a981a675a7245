// The command that tops up a merchant's wallet after the merchant's payment has arrived at the bank.
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { parseWrittenMoney } from '../../../kernel/money.ts'
import { Problem } from '../../../kernel/problem.ts'
import { merchantByCode } from '../../../merchants/directory/directory.ts'
import { numberText } from '../../../platform/http/body/json.ts'
import { amountNumber } from '../../../remittance/transfer/formats.ts'
import { remittanceProblems } from '../../../remittance/transfer/problems.ts'
import { balanceOf } from '../../../remittance/wallets/merchant-reads.ts'
import { bookTopUp } from '../../../remittance/wallets/top-up.ts'
import { maxToppedUp } from '../../../remittance/wallets/wallet.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

type Options = { amount: bigint; reason: string; json?: boolean }

export function addTopUp(merchant: Command): void {
  merchant
    .command('topup <merchant_code>')
    .description("add US dollars to the merchant's remittance wallet")
    .requiredOption('--amount <amount>', 'how many dollars, such as 5 or 1250.50', amountOption)
    .option('--reason <reason>', 'why, for the audit log', 'booked at the command line')
    .option('--json', 'print one JSON object')
    .action((code: string, options: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const found = await merchantByCode(db, code)
        if (!found) throw new Error(`no merchant has the code ${code}`)
        const clock = await businessClock(settings, db)
        const { amount, reason } = options
        const { environment } = found
        const owner = { id: BigInt(found.id), merchantCode: code, environment }
        const booking = { amount, reason, admin: commandLineAdmin() }
        // The rule of two admins counts the command line as one person, so a top-up cannot wait here for a second admin's approval.
        await bookTopUp({ db, clock, secrets, secondAdmin: async () => false }, owner, booking).catch(
          refuseBeyondSum,
        )
        const balance = await balanceOf(db, owner, clock.now())
        const booked = { merchant_code: code, environment, added: amountNumber(amount), ...balance }
        print(options.json ? booked : withMoney(booked), options)
      }),
    )
}

/** The numbers as money, such as "5.00 USD", for a reader. */
function withMoney({ currency, ...fields }: { currency: string; [name: string]: unknown }): object {
  const money = (text: string) => {
    const [whole, part = ''] = text.split('.')
    return `${whole}.${part.padEnd(2, '0')} ${currency}`
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = numberText(field)
      return [name, text === undefined ? field : money(text)]
    }),
  )
}

function refuseBeyondSum(error: unknown): never {
  if (!(error instanceof Problem) || error.spec !== remittanceProblems.second_admin_missing) throw error
  throw new Error(
    'the command line adds at most 10000.00 to a wallet and 20000.00 to all wallets within 24 hours: for more, an admin must book a top-up that another admin approves',
  )
}

function amountOption(value: string): bigint {
  const minor = parseWrittenMoney(value, 'USD')?.minor
  if (minor !== undefined && minor > 0n && minor <= maxToppedUp) return minor
  const wanted =
    'an amount above 0, of at most two decimals, at most 10000.00: larger amounts need an adjustment by two admins'
  throw new CommandFault(`${value} is not ${wanted}`)
}
