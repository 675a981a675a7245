// Tools over payments: what was paid, what is owed, and links that payers pay by.
import { z } from 'zod'
import { tool } from './tool.ts'

const currency = z.enum(['USD', 'CDF'])
const uuid = z.string().describe('transaction_uuid of the payment')
const page = z.int().min(1).default(1).describe('20 items a page, newest first')
const perPage = 20

export const paymentTools = [
  tool({
    name: 'payment_status',
    title: 'Read a payment',
    description: 'The status of a payment by card or mobile money, with what was refunded of it.',
    effect: 'read',
    input: z.object({ transaction_uuid: uuid }),
    run: ({ likuta }, { transaction_uuid }) => likuta.payments.status(transaction_uuid),
  }),
  tool({
    name: 'payment_receipt',
    title: 'Read a receipt',
    description: 'The signed receipt of a completed payment, with the address of the page that verifies it.',
    effect: 'read',
    input: z.object({ transaction_uuid: uuid }),
    run: ({ likuta }, { transaction_uuid }) => likuta.payments.receipt(transaction_uuid),
  }),
  tool({
    name: 'list_payment_links',
    title: 'List payment links',
    description:
      'Payment links with their state; links in parts also say what is paid, what remains and the next due date.',
    effect: 'read',
    input: z.object({
      group: z.string().optional().describe('only links of this group, such as a class'),
      page,
    }),
    run: ({ likuta }, { group, page }) =>
      likuta.payments.links.list({ limit: perPage, ...(group !== undefined && { group }) }).page(page),
  }),
  tool({
    name: 'read_payment_link',
    title: 'Read a payment link',
    description: 'One payment link by its code.',
    effect: 'read',
    input: z.object({ code: z.string() }),
    run: ({ likuta }, { code }) => likuta.payments.links.read(code),
  }),
  tool({
    name: 'create_payment_link',
    title: 'Create a payment link',
    description:
      'Makes a link for a fixed amount and returns its url. Nothing is charged before a payer opens it and pays. Give the url to the person who asked; do not send it to anybody yourself.',
    effect: 'ask',
    input: z.object({
      amount: z.number().positive(),
      currency,
      merchant_reference: z.string().min(1).max(50),
      description: z.string().max(200),
      max_uses: z.int().min(1).default(1),
    }),
    run: ({ likuta }, link) => likuta.payments.links.create(link),
  }),
  tool({
    name: 'card_balance',
    title: 'Read the balance',
    description: 'What the merchant is owed for payments, by currency: pending, available and reserved.',
    effect: 'read',
    input: z.object({}),
    run: async ({ likuta }) => ({ balances: await likuta.payments.balance.read() }),
  }),
  tool({
    name: 'balance_transactions',
    title: 'List balance transactions',
    description: 'The transactions that the balance consists of: charges, refunds, fees, payouts.',
    effect: 'read',
    input: z.object({ page }),
    run: ({ likuta }, { page }) => likuta.payments.balance.transactions({ limit: perPage }).page(page),
  }),
  tool({
    name: 'list_payouts',
    title: 'List payouts',
    description: 'Payouts of the balance to the destinations of the merchant, with their states.',
    effect: 'read',
    input: z.object({ page }),
    run: ({ likuta }, { page }) => likuta.payments.payouts.list({ limit: perPage }).page(page),
  }),
  tool({
    name: 'list_disputes',
    title: 'List disputes',
    description: 'Disputes of card payments, with the date by which evidence must be sent.',
    effect: 'read',
    input: z.object({ page }),
    run: ({ likuta }, { page }) => likuta.payments.disputes.list({ limit: perPage }).page(page),
  }),
  tool({
    name: 'read_statement',
    title: 'Read a statement',
    description: 'The statement of a UTC day or month: opening balance, each transaction, closing balance.',
    effect: 'read',
    input: z.object({ currency, period: z.string().describe('YYYY-MM-DD, or YYYY-MM for a month') }),
    run: ({ likuta }, period) => likuta.payments.statements.read(period),
  }),
]
