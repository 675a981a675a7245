// Checks the body of a new payment link of any kind, and turns it into the row that is stored.

import type { z } from 'zod'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { InvalidBody } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { OrderRules } from '../orders/create-order.ts'
import { cardAmount } from '../transaction/amount.ts'
import type { LinkKind } from '../transaction/payment-link.ts'
import type { Due, NewLink } from './queries.ts'
import { kindField, linkSchema } from './schemas.ts'

/** The owner of links: a merchant in one environment, and who acts for it. Some users see only the links that they made. */
export type LinkOwner = Pick<Merchant, 'id' | 'environment'> & {
  user?: { id: bigint; seesOwnOnly: boolean }
}

const lifeDays = 7
/** Who pays in parts needs the link for long. */
const lifeDaysOfParts = 730

type ReadLink = { row: NewLink; methods: readonly PaymentMethod[] | undefined }

/**
 * Returns a function that checks the body of a new link, with the time of this call for all of them: many links need one schema per kind.
 * It throws InvalidBody; Problem 400.
 */
export function openLinkReader(
  { clock, rules }: { clock: Clock; rules: OrderRules },
  owner: LinkOwner,
): (body: unknown) => ReadLink {
  const now = clock.now()
  const { environment } = owner
  const schemas = new Map<LinkKind, ReturnType<typeof linkSchema>>()
  return (body) => {
    const { kind } = check(kindField, body, 'body')
    const schema = schemas.get(kind) ?? linkSchema(rules, { environment, now, kind })
    schemas.set(kind, schema)
    return linkOf(owner, { kind, request: check(schema, body, 'body'), now })
  }
}

function linkOf(
  { id, environment, user }: LinkOwner,
  { kind, request, now }: { kind: LinkKind; request: LinkRequest; now: Temporal.Instant },
): ReadLink {
  const days = kind === 'parts' ? lifeDaysOfParts : lifeDays
  return {
    methods: request.payment_methods,
    row: {
      merchant_id: String(id),
      environment,
      kind,
      ...amountsOf(request),
      currency: request.currency,
      merchant_reference: request.merchant_reference,
      description: request.description ?? '',
      callback_url: request.callback_url,
      return_url: request.return_url,
      cancel_url: request.cancel_url,
      locale: request.locale?.slice(0, 2),
      payer_label: 'payer_label' in request ? request.payer_label : undefined,
      group_name: request.group,
      expires_at: (request.expires_at ?? now.add({ hours: 24 * days })).toString(),
      created_at: now.toString(),
      created_by: user && String(user.id),
      payment_methods: request.payment_methods,
    },
  }
}

type LinkRequest = z.output<ReturnType<typeof linkSchema>>
type Amounts = Pick<NewLink, 'amount_minor' | 'min_minor' | 'max_minor' | 'schedule' | 'max_uses'>

/** Converts the amounts of a request, and checks them against each other. @throws InvalidBody; Problem 400. */
function amountsOf(request: LinkRequest): Amounts {
  const minorOf = (decimal: string) => cardAmount(decimal, request.currency).minor
  const none = {
    amount_minor: undefined,
    min_minor: undefined,
    max_minor: undefined,
    max_uses: undefined,
    schedule: [],
  }
  if ('minimum' in request) {
    const [min, max] = [minorOf(request.minimum), request.maximum && minorOf(request.maximum)]
    if (max && max < min) throw refusal(['maximum'], 'must be at least the minimum', request.maximum)
    return { ...none, min_minor: String(min), max_minor: max === undefined ? undefined : String(max) }
  }
  if (!('total' in request))
    return { ...none, amount_minor: String(minorOf(request.amount)), max_uses: request.max_uses ?? 1 }
  const [total, min] = [minorOf(request.total), minorOf(request.minimum_part)]
  if (min > total) throw refusal(['minimum_part'], 'must be at most the total', request.minimum_part)
  return {
    ...none,
    amount_minor: String(total),
    min_minor: String(min),
    schedule: scheduleOf(request, total),
  }
}

/** The days of a schedule ascend, and their amounts are no more than the total. @throws InvalidBody; Problem 400. */
function scheduleOf({ schedule = [], currency }: ScheduledRequest, total: bigint): Due[] {
  let sum = 0n
  return schedule.map(({ due_on, amount }, index) => {
    const before = schedule[index - 1]?.due_on ?? ''
    if (due_on <= before)
      throw refusal(['schedule', index, 'due_on'], 'must be after the day before it', due_on)
    const { minor } = cardAmount(amount, currency)
    sum += minor
    if (sum > total)
      throw refusal(['schedule', index, 'amount'], 'the amounts must not exceed the total', amount)
    return { due_on, amount_minor: Number(minor) }
  })
}

type ScheduledRequest = {
  currency: string
  schedule?: { due_on: string; amount: string }[] | undefined
}

const refusal = (loc: (string | number)[], why: string, input: unknown) =>
  new InvalidBody([{ type: 'value_error', loc: ['body', ...loc], msg: `Value error, ${why}`, input }])
