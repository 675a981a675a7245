// Creates payment orders: validates, prices and stores the request of the merchant's server, and returns a checkout
// link.
import type { z } from 'zod'
import { randomCode } from '../../kernel/id.ts'
import { formatMoney, type LocalCurrency, type Money } from '../../kernel/money.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Merchant, merchantById } from '../../merchants/identity/merchant.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { checkoutLink } from '../checkout/checkout-addresses.ts'
import { type Commission, cardAmount, commissionOn, financialDetails } from '../transaction/amount.ts'
import { checkAddress, normaliseState } from '../transaction/bill-to.ts'
import { cardProblems } from '../transaction/problems.ts'
import { insertOrders } from '../transaction/queries.ts'
import { linkFormSchema, type orderResponse, orderSchema, phoneFormSchema, type UrlUse } from './schemas.ts'

export type OrderRules = {
  /** Whether a merchant may use this address, for our webhooks or for the payer's return. */
  acceptsUrl: (url: URL, environment: Merchant['environment'], use: UrlUse) => boolean
}

export type OrderRequest = z.output<ReturnType<typeof phoneFormSchema>>

/** The merchant fields needed to price and store an order. */
type Payee = Pick<
  Merchant,
  'id' | 'environment' | 'version' | 'commissionRateBp' | 'bankRateBp' | 'paymentMethods'
>

/** The payment link that the order is paid by. */
export type LinkForm = {
  linkId: bigint
  linkExpiresAt: Temporal.Instant
  /** The only ways to pay by the link; null: those of the merchant. */
  paymentMethods: readonly PaymentMethod[] | null
  fingerprint?: Buffer | undefined
  /** Keyed hashes that identify the visitor who submitted the form; absent for a part that the merchant's server orders. */
  visitor?: { address: Buffer; device: Buffer }
  /** Whether its payer has chosen mobile money, and so gave no address. */
  isByPhone?: boolean
  /** The sale of a till whose code the visitor scanned. */
  tillSale?: string | undefined
  /** Refuses an amount that the link does not take. @throws InvalidBody, Problem. */
  checkAmount?: (amount: Money<LocalCurrency>) => void
}

/** A validated order, ready to be stored. */
type Order = {
  transactionUuid: string
  merchant: Payee
  form: LinkForm | undefined
  /** Attempts of a merchant that has not set their number. */
  defaultAttempts: number
  amount: Money<LocalCurrency>
  commission: Commission<LocalCurrency>
  request: OrderRequest
  createdAt: Temporal.Instant
}

export type OrderResponse = z.output<typeof orderResponse>

export type Orders = {
  /**
   * Creates an order. Returns 'stale' when the merchant has changed since it was read.
   * @throws InvalidBody, Problem.
   * @param how.sql stores the order in the caller's transaction instead of the next batch.
   * @param how.form the payment link that it is paid by.
   * @param how.isByPortal whether a person made it in the portal rather than the merchant's server.
   * @param how.isOfSample whether it belongs to a sample, whose orders have no callback: no server is notified.
   */
  create(
    merchant: Payee,
    body: unknown,
    how?: { sql?: Sql | undefined; form?: LinkForm; isByPortal?: boolean; isOfSample?: boolean },
  ): Promise<OrderResponse | 'stale'>
}

export function openOrders(needs: {
  db: Database
  secrets: Secrets
  clock: Clock
  baseUrl: string
  transactionPrefix: string
  checkoutTtlSeconds: number
  rules: OrderRules
}): Orders {
  const { secrets, clock, baseUrl, rules } = needs
  const schemas = { sandbox: schemasOf(rules, 'sandbox'), production: schemasOf(rules, 'production') }
  const store = openOrderStore(needs)

  return {
    async create(merchant, body, { sql, form, isByPortal = false, isOfSample = false } = {}) {
      const own = schemas[merchant.environment]
      const request = readRequest(isOfSample ? { ...own, order: own.linkForm } : own, body, form)
      if (request.payment_methods && !offersAll(merchant, request.payment_methods)) {
        await refuseOtherMethods(sql ?? needs.db, merchant, request.payment_methods)
        return 'stale'
      }
      const isExcluded = (method: PaymentMethod) => form?.paymentMethods?.includes(method) === false
      if (request.payment_methods?.some(isExcluded))
        throw new Problem(cardProblems.payment_method_not_enabled)
      const amount = cardAmount(request.amount, request.currency)
      form?.checkAmount?.(amount)
      checkAddress({
        country: request.bill_to_address_country ?? '',
        ...(request.bill_to_address_state && { state: request.bill_to_address_state }),
        ...(request.bill_to_address_postal_code && { postalCode: request.bill_to_address_postal_code }),
      })
      const commission = commissionOn(amount, merchant)
      const order = {
        merchant,
        form,
        defaultAttempts: form?.visitor || isByPortal ? attemptsOfPerson : attemptsOfServer,
        amount,
        commission,
        request,
        createdAt: clock.now(),
      }
      const transactionUuid = await store(order, sql)
      if (transactionUuid === undefined) return 'stale'
      return {
        status: 'success',
        data: {
          amount: formatMoney(amount),
          currency: amount.currency,
          transaction_uuid: transactionUuid,
          transaction_status: 'PENDING',
          links: checkoutLink(baseUrl, secrets, transactionUuid),
          financial_details: financialDetails(commission),
        },
      }
    },
  }
}

type Schemas = Record<'order' | 'linkForm' | 'phoneForm', z.ZodType<OrderRequest>>

function schemasOf(rules: OrderRules, environment: Merchant['environment']): Schemas {
  const acceptsUrl = (url: URL, use: UrlUse) => rules.acceptsUrl(url, environment, use)
  return {
    order: orderSchema(acceptsUrl),
    linkForm: linkFormSchema(acceptsUrl),
    phoneForm: phoneFormSchema(acceptsUrl),
  }
}

/** Whoever gave no address may pay on the phone only. @throws InvalidBody */
function readRequest(schemas: Schemas, body: unknown, form: LinkForm | undefined): OrderRequest {
  if (!form?.visitor) return check(schemas.order, body, 'body')
  if (!form.isByPhone) return check(schemas.linkForm, body, 'body')
  // guard: phone-form-methods
  return { ...check(schemas.phoneForm, body, 'body'), payment_methods: ['mobile_money'] }
}

const offersAll = ({ paymentMethods }: Pick<Merchant, 'paymentMethods'>, wanted: readonly PaymentMethod[]) =>
  wanted.every((method) => paymentMethods.includes(method))

/** @throws Problem 403 for a method that the merchant, as it is now, does not offer. */
export async function refuseOtherMethods(
  sql: Sql,
  { id }: Pick<Merchant, 'id'>,
  wanted: readonly PaymentMethod[],
): Promise<void> {
  const merchant = await merchantById(sql, id)
  if (!merchant || !offersAll(merchant, wanted)) throw new Problem(cardProblems.payment_method_not_enabled)
}

/** A server can create another order after a decline; a person with a link would have to start over. */
const attemptsOfServer = 1
const attemptsOfPerson = 3

/**
 * Stores an order under a new transaction_uuid, with the next batch or in the caller's transaction, and returns that; undefined when
 * its merchant has changed since it was read.
 */
function openOrderStore({
  db,
  transactionPrefix,
  checkoutTtlSeconds,
}: {
  db: Database
  transactionPrefix: string
  checkoutTtlSeconds: number
}): (order: Omit<Order, 'transactionUuid'>, sql: Sql | undefined) => Promise<string | undefined> {
  async function insertOn(sql: Sql, orders: Order[]): Promise<boolean[]> {
    const rows = orders.map((order) => toRow(order, checkoutTtlSeconds))
    const inserted = await sql.rows(insertOrders, [JSON.stringify(rows)])
    const uuids = new Set(inserted.map((row) => row.transaction_uuid))
    return orders.map((order) => uuids.has(order.transactionUuid))
  }
  const insert = coalescingBatch<Order, boolean>((orders) => insertOn(db, orders))

  return async function store(order, sql) {
    const transactionUuid = newTransactionUuid(transactionPrefix, order.createdAt, db.cell)
    const identified = { ...order, transactionUuid }
    try {
      const isStored = sql ? (await insertOn(sql, [identified]))[0] : await insert(identified)
      return isStored ? transactionUuid : undefined
    } catch (error) {
      // A transaction that has failed cannot be continued.
      if (!sql && isUniqueViolation(error, 'card_transaction_transaction_uuid_key')) return store(order, sql)
      throw error
    }
  }
}

/** Generates `<prefix>-YYYYMMDD-HHMMSS-<8 of A-Z0-9>-CD`, with the time in UTC. */
export function newTransactionUuid(prefix: string, at: Temporal.Instant, cell: number): string {
  const [date, time] = at.toString({ smallestUnit: 'second' }).replace(/[-:Z]/g, '').split('T')
  return `${prefix}-${date}-${time}-${randomCode(8, cell)}-CD`
}

function toRow(order: Order, ttlSeconds: number): Record<string, unknown> {
  const { request, merchant, amount, commission, createdAt, form, defaultAttempts } = order
  return {
    transaction_uuid: order.transactionUuid,
    merchant_id: String(merchant.id),
    merchant_version: merchant.version,
    amount_minor: String(amount.minor),
    currency: amount.currency,
    commission_rate_bp: commission.rateBp,
    commission_minor: String(commission.commission.minor),
    bank_commission_minor: String(commission.bank.minor),
    service_commission_minor: String(commission.service.minor),
    merchant_minor: String(commission.merchant.minor),
    merchant_reference: request.merchant_reference,
    callback_url: request.callback_url,
    return_url: request.return_url ?? request.redirect_url,
    cancel_url: request.cancel_url,
    bill_to_forename: request.bill_to_forename,
    bill_to_surname: request.bill_to_surname,
    bill_to_email: request.bill_to_email ?? '',
    bill_to_phone: request.bill_to_phone ?? '',
    bill_to_address_line1: request.bill_to_address_line1 ?? '',
    bill_to_address_city: request.bill_to_address_city ?? '',
    bill_to_address_country: request.bill_to_address_country ?? '',
    bill_to_address_state: normaliseState(
      request.bill_to_address_country ?? '',
      request.bill_to_address_state,
    ),
    bill_to_address_postal_code: request.bill_to_address_postal_code || undefined,
    created_at: createdAt.toString(),
    expires_at: expiryOf(createdAt.add({ seconds: ttlSeconds }), form).toString(),
    payment_link_id: form && String(form.linkId),
    link_form: form?.fingerprint && hexOf(form.fingerprint),
    visitor_address: form?.visitor && hexOf(form.visitor.address),
    visitor_device: form?.visitor && hexOf(form.visitor.device),
    till_sale: form?.tillSale,
    default_attempts: defaultAttempts,
    payment_methods: request.payment_methods ?? form?.paymentMethods ?? undefined,
  }
}

/** Bytes in the text form that PostgreSQL reads as `bytea`. */
const hexOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/** An order expires with its payment link at the latest, so that an expired link cannot be paid. */
function expiryOf(expiry: Temporal.Instant, form: LinkForm | undefined): Temporal.Instant {
  return form && Temporal.Instant.compare(form.linkExpiresAt, expiry) < 0 ? form.linkExpiresAt : expiry
}
