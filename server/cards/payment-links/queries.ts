// SQL statements and rows of payment links.
import type { LocalCurrency } from '../../kernel/money.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { statement } from '../../platform/database/database.ts'
import { countChange, countsOf } from '../../platform/database/day-count.ts'
import { dayList } from '../../platform/database/day-list.ts'
import { type Standing, standingOfForm } from '../transaction/link-uses.ts'
import type { LinkStatus } from '../transaction/payment-link.ts'

export type LinkRow = {
  id: bigint
  code: string
  status: LinkStatus
  amount_minor: bigint
  currency: LocalCurrency
  merchant_reference: string
  description: string
  /** Null when its webhooks go to the callback of the merchant profile. */
  callback_url: string | null
  return_url: string | null
  cancel_url: string | null
  locale: 'fr' | 'en' | null
  max_uses: number
  uses_reserved: number
  uses_confirmed: number
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
}

/** A link with its current merchant, and the limits that apply to the visitor. */
export type OpenLinkRow = LinkRow &
  Standing & {
    merchant_id: bigint
    merchant_name: string
    merchant_status: 'active' | 'suspended'
    merchant_version: number
    environment: 'sandbox' | 'production'
    commission_rate_bp: number
    bank_rate_bp: number
    merchant_payment_methods: PaymentMethod[]
    payment_methods: PaymentMethod[] | null
  }

const names = [
  'code',
  'status',
  'amount_minor',
  'currency',
  'merchant_reference',
  'description',
  'callback_url',
  'return_url',
  'cancel_url',
  'locale',
  'max_uses',
  'uses_reserved',
  'uses_confirmed',
  'expires_at',
]
const of = (table: string, columns: readonly string[]) => columns.map((name) => `${table}.${name}`).join(', ')
const columns = of('l', ['id', 'created_at', ...names])

/** A link stays in the environment it was created in, so going live leaves the sandbox links behind. */
// guard: payment-link-owner
const ofMerchant = 'l.merchant_id = $1 and l.environment = $2'

export const insertLink = statement<LinkRow>(
  'insert_payment_link',
  `with l as (insert into payment_link (
     code, merchant_id, environment, amount_minor, currency, merchant_reference, description, callback_url,
     return_url, cancel_url, locale, max_uses, expires_at, created_at, created_by, payment_methods)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
   on conflict (code) do nothing
   returning merchant_id, environment, id, created_at, ${names.join(', ')}
   ), counted as (${countChange('link', 'l', { after: { status: "''", kind: "''" } })})
   select ${columns} from l`,
)

/** Links are counted without their status, because their lists do not filter by it. */
export const linkList = dayList<LinkRow>({
  list: 'link',
  table: 'payment_link',
  columns: of('t', names),
  status: 'status',
  kind: 'currency',
  parts: [],
  hasWholeIndex: true,
})

const byNewestPayment = (of: string) =>
  `${of}.last_paid_at desc nulls last, ${of}.created_at desc, ${of}.id desc`

/** Links by their newest payment; those never paid come last, newest first. A row without an id has the total only. */
export const listByNewestPayment = statement<LinkRow & { id: bigint | null; total: bigint }>(
  'list_payment_links_by_newest_payment',
  `select counted.total, listed.*
     from (select coalesce(sum(count), 0)::bigint as total from ${countsOf("'link'", 'count')} of_days) counted
     left join (select ${columns}, l.last_paid_at from payment_link l where ${ofMerchant}
                 order by ${byNewestPayment('l')} limit $3 offset $4) listed on true
    order by ${byNewestPayment('listed')}`,
)

/** $4 is the only user whose links may be found; null for any. */
// guard: payment-link-maker
export const findLink = statement<LinkRow>(
  'find_payment_link',
  `select ${columns} from payment_link l where ${ofMerchant} and l.code = $3 and ($4::bigint is null or l.created_by = $4)`,
)

/** The links that one user made and that were open after $4. */
export const listOwnLinks = statement<LinkRow & { total: bigint }>(
  'list_own_payment_links',
  `select ${columns}, count(*) over () as total from payment_link l
    where ${ofMerchant} and l.created_by = $3 and l.expires_at >= $4 order by l.created_at desc, l.id desc limit $5 offset $6`,
)

export const findOpenLink = statement<OpenLinkRow>(
  'find_open_payment_link',
  `select ${columns}, l.merchant_id, m.name as merchant_name, m.status as merchant_status,
          m.version as merchant_version, m.environment, m.commission_rate_bp, m.bank_rate_bp, l.payment_methods,
          m.payment_methods as merchant_payment_methods,
          standing.*
     from payment_link l join merchant m on m.id = l.merchant_id and m.environment = l.environment, ${standingOfForm}
    where l.code = $1`,
)

export type EarlierForm = Record<
  | 'bill_to_forename'
  | 'bill_to_surname'
  | 'bill_to_email'
  | 'bill_to_phone'
  | 'bill_to_address_country'
  | 'bill_to_address_line1'
  | 'bill_to_address_city'
  | 'bill_to_address_state'
  | 'bill_to_address_postal_code',
  string | null
>

/** Finds what this device typed for an unpaid payment of the link; nobody else may see it. */
// guard: earlier-form-device
export const findEarlierForm = statement<EarlierForm>(
  'find_earlier_link_form',
  `select t.bill_to_forename, t.bill_to_surname, t.bill_to_email, t.bill_to_phone, t.bill_to_address_country,
          t.bill_to_address_line1, t.bill_to_address_city, t.bill_to_address_state, t.bill_to_address_postal_code
     from card_transaction t join link_visit v on v.transaction_id = t.id
    where t.transaction_uuid = $1 and t.payment_link_id = $2 and v.device = $3
      and t.status in ('PENDING', 'FAILED', 'CANCELLED', 'EXPIRED')`,
)

/** Finds the open transaction that the same form created earlier. */
export const findByForm = statement<{ transaction_uuid: string }>(
  'find_transaction_of_link_form',
  `select transaction_uuid from card_transaction where link_form = $1 and status = 'PENDING'`,
)
