// Reads from the account's configuration at pawaPay what each provider accepts as a deposit, and how a prompt is called up again.
import type { CollectionTerms, Collector } from '../../../operator-calls/collector.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { moneyIn } from '../../reply.ts'
import { termsOf } from '../collections.ts'
import type { CollectionSettings } from '../operator-settings.ts'
import type { PawapayClient } from './client.ts'
import { depositConfiguration, providerOf } from './wire.ts'

type Configuration = ReturnType<typeof depositConfiguration.parse>
type Deposit =
  Configuration['countries'][number]['providers'][number]['currencies'][number]['operationTypes']['DEPOSIT']

/** Providers close and reopen within minutes. */
const life = { minutes: 5 }

/** The configuration decides except where the settings name limits; while it cannot be read, the catalogue does. */
export function openDepositTerms(
  client: PawapayClient,
  settings: CollectionSettings,
  clock: Clock,
): Collector['terms'] {
  let known: Configuration | undefined
  let requestedAt: Temporal.Instant | undefined
  let underway: Promise<void> | undefined

  async function refresh(): Promise<void> {
    requestedAt = clock.now()
    const reply = await client.get('configuration', '/v2/active-conf?country=COD&operationType=DEPOSIT')
    if (reply.kind === 'reply' && reply.status === 200) known = depositConfiguration.parse(reply.json)
  }

  async function current(): Promise<Configuration | undefined> {
    const isFresh = requestedAt && Temporal.Instant.compare(requestedAt.add(life), clock.now()) > 0
    if (!isFresh || underway) {
      underway ??= refresh().finally(() => {
        underway = undefined
      })
      await underway
    }
    return known
  }

  return async (operator, currency) => {
    const usual = termsOf(settings, operator, currency)
    const configuration = await current()
    if (!configuration) return usual
    const deposit = configuration.countries
      .find(({ country }) => country === 'COD')
      ?.providers.find(({ provider }) => provider !== undefined && provider === providerOf(operator))
      ?.currencies.find((offered) => offered.currency === currency)?.operationTypes.DEPOSIT
    return deposit ? termsIn(deposit, usual, currency, settings) : { ...usual, isOpen: false }
  }
}

function termsIn(
  deposit: Deposit,
  usual: CollectionTerms,
  currency: 'USD' | 'CDF',
  { limits }: CollectionSettings,
): CollectionTerms {
  const min = moneyIn(deposit.minAmount, currency) as CollectionTerms['min'] | undefined
  const max = moneyIn(deposit.maxAmount, currency) as CollectionTerms['max'] | undefined
  const isSet = limits?.[currency] !== undefined
  return {
    min: isSet || !min ? usual.min : min,
    max: isSet || !max ? usual.max : max,
    decimals: deposit.decimalsInAmount === 'NONE' ? 0 : 2,
    // Deposits are refused while a provider is delayed.
    isOpen: deposit.status === 'OPERATIONAL',
    approvalHint: hintIn(deposit),
  }
}

function hintIn({ pinPromptRevivable, pinPromptInstructions }: Deposit): CollectionTerms['approvalHint'] {
  const { instructions } = pinPromptInstructions.channels[0] ?? {}
  if (!pinPromptRevivable || !instructions) return null
  const [fr = [], en = []] = [instructions.fr, instructions.en].map((steps) =>
    steps.flatMap(({ text }) => text || []),
  )
  return fr.length > 0 && en.length > 0 ? { fr, en } : null
}
