// SQL statements and rows of payment links.
import type { LocalCurrency } from '../../kernel/money.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { statement } from '../../platform/database/database.ts'
import { countChange, countsOf } from '../../platform/database/day-count.ts'
import { dayList } from '../../platform/database/day-list.ts'
import { type Standing, standingOfForm } from '../transaction/link-uses.ts'
import type { LinkKind, LinkStatus } from '../transaction/payment-link.ts'

/** An amount of a link in parts that is due on a day. */
export type Due = { due_on: string; amount_minor: number }

export type LinkRow = {
  id: bigint
  code: string
  status: LinkStatus
  kind: LinkKind
  /** Of each payment, or the total of parts; null for an open amount. */
  amount_minor: bigint | null
  currency: LocalCurrency
  merchant_reference: string
  description: string
  /** Null when its webhooks go to the callback of the merchant profile. */
  callback_url: string | null
  return_url: string | null
  cancel_url: string | null
  locale: 'fr' | 'en' | null
  /** Null for parts and open amounts, which are not counted. */
  max_uses: number | null
  uses_reserved: number
  uses_confirmed: number
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  /** The bounds of one payment of an open amount; the lower bound of each part but the last. */
  min_minor: bigint | null
  max_minor: bigint | null
  schedule: Due[]
  payer_label: string | null
  group_name: string | null
  /** Successful payments less what was given back, and payments under way. */
  paid_minor: bigint
  running_minor: bigint
  /** The only methods by which it may be paid; null: those of its merchant. */
  payment_methods: PaymentMethod[] | null
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
    time_zone: string
    /** Whether the merchant's payers get emails. */
    payer_receipts: boolean
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
  'kind',
  'min_minor',
  'max_minor',
  'schedule',
  'payer_label',
  'group_name',
  'paid_minor',
  'running_minor',
  'payment_methods',
]
const of = (table: string, columns: readonly string[]) => columns.map((name) => `${table}.${name}`).join(', ')
export const columns = of('l', ['id', 'created_at', ...names])

/** A link stays in the environment it was created in, so going live leaves the sandbox links behind. */
// guard: payment-link-owner
export const ofMerchant = 'l.merchant_id = $1 and l.environment = $2'

/** The columns that a new link sets, with their types in `json_to_recordset`. */
const inserted = {
  code: 'text',
  merchant_id: 'bigint',
  environment: 'text',
  kind: 'text',
  amount_minor: 'bigint',
  min_minor: 'bigint',
  max_minor: 'bigint',
  schedule: 'jsonb',
  currency: 'text',
  merchant_reference: 'text',
  description: 'text',
  callback_url: 'text',
  return_url: 'text',
  cancel_url: 'text',
  locale: 'text',
  max_uses: 'integer',
  payer_label: 'text',
  group_name: 'text',
  expires_at: 'timestamptz',
  created_at: 'timestamptz',
  created_by: 'bigint',
  payment_methods: 'text[]',
  batch: 'bigint',
  batch_row: 'integer',
}

export type NewLink = { [Column in Exclude<keyof typeof inserted, 'code' | 'batch' | 'batch_row'>]: unknown }

/** Inserts links; one whose code another link has is left out. */
export const insertLinks = statement<LinkRow>(
  'insert_payment_links',
  `with l as (insert into payment_link (${Object.keys(inserted).join(', ')})
   select ${Object.keys(inserted).join(', ')}
     from json_to_recordset($1) as m (${Object.entries(inserted)
       .map(([name, type]) => `${name} ${type}`)
       .join(', ')})
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

/** The links of a group, newest first; $4 is the only user whose links are shown, null for any. */
export const listGroup = statement<LinkRow & { total: bigint }>(
  'list_payment_links_of_group',
  `select ${columns}, count(*) over () as total from payment_link l
    where ${ofMerchant} and l.group_name = $3 and ($4::bigint is null or l.created_by = $4)
    order by l.id desc limit $5 offset $6`,
)

/** The links of a file, in the order of its rows. */
export const linksOfBatch = statement<LinkRow>(
  'list_payment_links_of_batch',
  `select ${columns} from payment_link l where l.batch = $1 order by l.batch_row`,
)

/** A piece of the links of a group in the order of their making, those after the id $4. */
export const groupAfter = statement<LinkRow & { last_paid_at: Temporal.Instant | null }>(
  'list_payment_links_of_group_after',
  `select ${columns}, l.last_paid_at from payment_link l
    where ${ofMerchant} and l.group_name = $3 and l.id > $4 order by l.id limit 500`,
)

export const findOpenLink = statement<OpenLinkRow>(
  'find_open_payment_link',
  `select ${columns}, l.merchant_id, m.name as merchant_name, m.status as merchant_status,
          m.version as merchant_version, m.environment, m.commission_rate_bp, m.bank_rate_bp,
          m.payment_methods as merchant_payment_methods, m.time_zone, m.payer_receipts,
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
  | 'bill_to_address_postal_code'
  | 'till_sale',
  string | null
>

/** Finds what this device typed for an unpaid payment of the link; nobody else may see it. */
// guard: earlier-form-device
export const findEarlierForm = statement<EarlierForm>(
  'find_earlier_link_form',
  `select t.bill_to_forename, t.bill_to_surname, t.bill_to_email, t.bill_to_phone, t.bill_to_address_country,
          t.bill_to_address_line1, t.bill_to_address_city, t.bill_to_address_state, t.bill_to_address_postal_code, v.till_sale
     from card_transaction t join link_visit v on v.transaction_id = t.id
    where t.transaction_uuid = $1 and t.payment_link_id = $2 and v.device = $3
      and t.status in ('PENDING', 'FAILED', 'CANCELLED', 'EXPIRED')`,
)

/** Finds the open transaction that the same form created earlier. */
export const findByForm = statement<{ transaction_uuid: string }>(
  'find_transaction_of_link_form',
  `select transaction_uuid from card_transaction where link_form = $1 and status = 'PENDING'`,
)
