// Tools over transfers to mobile-money wallets: what was sent, what is left, and whether a transfer would be accepted.
import { z } from 'zod'
import type { InboundRequest } from '../sdk/likuta.ts'
import { tool } from './tool.ts'

const page = z.int().min(1).default(1).describe('20 items a page, newest first')
const perPage = 20
const reference = z.string().describe('the reference of the merchant')
/** The service checks the fields and names each fault; `transfer_requirements` has their schema. */
export const transferFields = z.record(z.string(), z.union([z.string(), z.number()]))

export const transferTools = [
  tool({
    name: 'transfer_status',
    title: 'Read a transfer',
    description: 'The status of a transfer, and why it failed or is held.',
    effect: 'read',
    input: z.object({ reference }),
    run: ({ likuta }, by) => likuta.remittance.status(by),
  }),
  tool({
    name: 'transfer_timeline',
    title: 'Read what happened to a transfer',
    description: 'The events of a transfer, oldest first.',
    effect: 'read',
    input: z.object({ reference }),
    run: ({ likuta }, { reference }) => likuta.remittance.timeline(reference),
  }),
  tool({
    name: 'list_transfers',
    title: 'List transfers',
    description: 'Transfers between two UTC days.',
    effect: 'read',
    input: z.object({ from: z.iso.date().optional(), to: z.iso.date().optional(), page }),
    run: ({ likuta }, { from, to, page }) =>
      likuta.remittance
        .transactions({
          limit: perPage,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        })
        .page(page),
  }),
  tool({
    name: 'wallet_balance',
    title: 'Read the wallet',
    description: 'The prefunded wallet that pays for transfers, in USD.',
    effect: 'read',
    input: z.object({}),
    run: ({ likuta }) => likuta.remittance.balance(),
  }),
  tool({
    name: 'wallet_history',
    title: 'List entries of the wallet',
    description: 'Top-ups, transfers, fees and reversals of the wallet.',
    effect: 'read',
    input: z.object({ page }),
    run: ({ likuta }, { page }) => likuta.remittance.walletHistory({ limit: perPage }).page(page),
  }),
  tool({
    name: 'exchange_rates',
    title: 'Read exchange rates',
    description: 'The rate table that prices transfers without a quote.',
    effect: 'read',
    input: z.object({}),
    run: ({ likuta }) => likuta.remittance.rates(),
  }),
  tool({
    name: 'transfer_requirements',
    title: 'Read the fields of a transfer',
    description: 'JSON Schema of a transfer, and what the next release will require.',
    effect: 'read',
    input: z.object({}),
    run: ({ likuta }) => likuta.remittance.requirements(),
  }),
  tool({
    name: 'check_transfer',
    title: 'Check a transfer',
    description:
      'Says whether a transfer would be accepted, held or refused, every fault and the price. Nothing is sent and nothing is stored.',
    effect: 'read',
    input: z.object({ transfer: transferFields }),
    run: ({ likuta }, { transfer }) => likuta.remittance.check(transfer as InboundRequest),
  }),
]
