// The `demo` command: payments, a refund, a void and a transfer against a running sandbox, printed step by step.
import type { Command } from 'commander'
import { demonstrateCards } from './card-demo.ts'
import type { Step } from './demo-shop.ts'
import { findDemoMerchant } from './find-demo-shop.ts'
import { demonstrateTransfer } from './transfer-demo.ts'

/** Acts as a merchant's server, a customer's browser and an admin, over HTTP, against a running sandbox. */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description(
      'run a card payment, a refund, a void and a transfer against the running sandbox, step by step',
    )
    .option('--json', 'print one JSON array')
    .action(async (options: { json?: boolean }) => {
      const steps: Step[] = []
      const report = (step: Step) => {
        steps.push(step)
        if (!options.json) printStep(steps.length, step)
      }
      const { demoMerchant } = findDemoMerchant()
      await demonstrateCards(demoMerchant, report)
      await demonstrateTransfer(demoMerchant, report)
      if (options.json) console.log(JSON.stringify(steps))
    })
}

function printStep(number: number, { step, ...facts }: Step): void {
  console.log(`\n${number}. ${step}`)
  for (const [name, fact] of Object.entries(facts)) {
    if (Array.isArray(fact)) for (const line of fact) console.log(`   ${columns(line)}`)
    else
      console.log(`   ${name.padEnd(20)} ${typeof fact === 'object' ? JSON.stringify(fact) : String(fact)}`)
  }
}

const widest = 26

function columns(line: object): string {
  return Object.values(line)
    .map((value) => String(value).padEnd(widest))
    .join(' ')
    .trimEnd()
}
