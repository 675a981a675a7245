import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { demoFile } from '../demo.ts'
import { generatedAdminToken } from '../deployment.ts'
import type { Credentials } from '../merchants/register.ts'
import { readSettings } from '../settings.ts'
import { demonstrateCards } from './demo-card.ts'
import { openShop, type Shop, type Step } from './demo-shop.ts'
import { demonstrateTransfer } from './demo-transfer.ts'

/** Acts as a merchant's server, a customer's browser and an admin, over HTTP only, against a running sandbox. */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('a card payment, a refund, a void and a transfer against the running sandbox, step by step')
    .option('--json', 'print one JSON array')
    .action(async (options: { json?: boolean }) => {
      const steps: Step[] = []
      const tell = (step: Step) => {
        steps.push(step)
        if (!options.json) printStep(steps.length, step)
      }
      const shop = findShop()
      await demonstrateCards(shop, tell)
      await demonstrateTransfer(shop, tell)
      if (options.json) console.log(JSON.stringify(steps))
    })
}

function findShop(): Shop {
  const settings = readSettings(process.env)
  if (settings.production) throw new Error('the demo runs against a sandbox only')
  const dataDirectory = resolve(settings.MOSOLO_DATA_DIR)
  const file = demoFile(dataDirectory)
  if (!existsSync(file))
    throw new Error('no demo merchant here: run mosolo start first, in the same directory')
  const merchant = JSON.parse(readFileSync(file, 'utf8')) as Credentials
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const adminToken = settings.ADMIN_TOKENS?.[0]?.token ?? generatedAdminToken(dataDirectory)
  return openShop({ baseUrl, merchant, adminToken })
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
