// SQL of groups of links: a page of one group with the sums of the whole, and the groups of a merchant.
import type { LocalCurrency } from '../../../kernel/money.ts'
import { statement } from '../../../platform/database/database.ts'
import { minAmountOf } from '../../transaction/amount.ts'
import { type LinkRow, ofMerchant } from '../queries.ts'

/** `LATE`: a day of the schedule has passed and is not paid. `UNPAID`: any other link that is not paid in full. */
export const paidStates = ['PAID', 'LATE', 'UNPAID', 'CANCELLED'] as const
export type PaidState = (typeof paidStates)[number]

/** The sums of the links in one currency that are not cancelled, in minor units. JSON has no bigint, so they are texts. */
export type GroupSums = {
  currency: LocalCurrency
  total: string
  paid: string
  overdue: string
}

export type GroupFigures = { links: number; paid_links: number; late_links: number; sums: GroupSums[] }

/** Of a link in parts: what should have been paid before today, which is a day of the merchant. */
const dueBefore = `(select coalesce(sum((d.due ->> 'amount_minor')::bigint), 0) from jsonb_array_elements(l.schedule) as d (due)
  where d.due ->> 'due_on' < (select today from now_there))`

const countOf = (condition: string) => `count(*) filter (where ${condition})::integer`
const sumOf = (column: string) => `sum(${column}) filter (where state <> 'CANCELLED')`

/**
 * The links of groups with how far each is paid, and the figures of each group. What a payer chooses to give has no total, and no remainder.
 * @param condition narrows them to the groups; $3 is the only user whose links are shown, null for any, and $4 the time.
 */
const members = (condition: string) => `now_there as (
    select ($4::timestamptz at time zone m.time_zone)::date::text as today from merchant m where m.id = $1
  ), amounts as materialized (
    select l.id, l.group_name, l.currency, l.status = 'CANCELLED' as is_cancelled, l.payer_label, l.merchant_reference, l.code,
           case l.kind when 'parts' then ${minAmountOf('l.currency')} else 1 end as min_minor,
           case l.kind when 'parts' then l.amount_minor when 'open' then l.paid_minor
                else l.amount_minor * l.max_uses end as total_minor,
           case l.kind when 'single' then l.amount_minor * l.uses_confirmed else l.paid_minor end as paid_minor,
           case when l.kind = 'parts' and l.amount_minor - l.paid_minor >= ${minAmountOf('l.currency')} then greatest(${dueBefore} - l.paid_minor, 0) else 0 end as overdue_minor
      from payment_link l
     where ${ofMerchant} and ($3::bigint is null or l.created_by = $3) and ${condition}
  ), members as (
    select *, case when is_cancelled then 'CANCELLED' when paid_minor > 0 and total_minor - paid_minor < min_minor then 'PAID'
                   when overdue_minor > 0 then 'LATE' else 'UNPAID' end as state
      from amounts
  ), by_currency as (
    select group_name, currency, ${countOf("state <> 'CANCELLED'")} as links, ${countOf("state = 'PAID'")} as paid_links,
           ${countOf("state = 'LATE'")} as late_links, ${sumOf('total_minor')} as total, ${sumOf('paid_minor')} as paid, ${sumOf('overdue_minor')} as overdue
      from members group by group_name, currency
  ), figures as (
    select group_name, sum(links)::integer as links, sum(paid_links)::integer as paid_links,
           sum(late_links)::integer as late_links,
           coalesce(json_agg(json_build_object('currency', currency, 'total', total::text, 'paid', paid::text, 'overdue', overdue::text)
                             order by currency desc) filter (where links > 0), '[]') as sums
      from by_currency group by group_name
  )`

const accents = "'àâäáãéèêëíìîïóòôöõúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'"
/** SQL of a text without capitals and accents. */
export const folded = (text: string) => `translate(lower(${text}), ${accents})`

export type MemberRow = LinkRow & {
  last_paid_at: Temporal.Instant | null
  state: PaidState
  /** Of the merchant. */
  today: string
}
/** A page beyond the last has one row, without an id. */
type GroupPageRow = GroupFigures & { found: number } & (MemberRow | { id: null })

const found = `found as (
     select id, state, overdue_minor from members
      where ($6::text is null or state = $6 or ($6 = 'UNPAID' and state = 'LATE'))
        and ($7::text is null
             or strpos(${folded("coalesce(payer_label, '') || ' ' || merchant_reference || ' ' || code")}, ${folded('$7')}) > 0
             -- A code is printed in groups of four.
             or strpos(code, upper(replace($7, ' ', ''))) > 0)
   )`
const listed = `l.id, l.code, l.status, l.kind, l.amount_minor, l.currency, l.merchant_reference, l.payer_label,
                       l.uses_confirmed, l.max_uses, l.schedule, l.paid_minor, l.expires_at, l.last_paid_at,
                       (select today from now_there) as today`

/** $5 is the group, $6 a state or null, $7 what a name, a reference or a code must contain, or null. */
export const groupPage = statement<GroupPageRow>(
  'read_page_of_link_group',
  `with ${members('l.group_name = $5')}, ${found}, page as (select id, state from found order by id limit $8 offset $9)
   select f.links, f.paid_links, f.late_links, f.sums, (select count(*)::integer from found) as found, listed.*
     from figures f
     left join (select page.state, ${listed}
                  from page join payment_link l on l.id = page.id) listed on true
    order by listed.id`,
)

/** A piece of what the same filters find, after the id $8. */
export const membersAfter = statement<MemberRow & { overdue_minor: bigint }>(
  'list_link_group_members_after',
  `with ${members('l.group_name = $5')}, ${found}
   select found.state, found.overdue_minor::bigint as overdue_minor, ${listed}
     from found join payment_link l on l.id = found.id where found.id > $8 order by found.id limit 500`,
)

type GroupsRow = { total: number } & ((GroupFigures & { group_name: string }) | { group_name: null })

/** The groups by their newest link. A page beyond the last has one row, without a name. */
export const groupsPage = statement<GroupsRow>(
  'list_link_groups',
  `with named as (
     select l.group_name, max(l.id) as newest from payment_link l
      where ${ofMerchant} and ($3::bigint is null or l.created_by = $3) and l.group_name is not null
      group by l.group_name
   ), page as (select * from named order by newest desc limit $5 offset $6),
   ${members('l.group_name in (select group_name from page)')}
   select (select count(*)::integer from named) as total, page.group_name, f.links, f.paid_links, f.late_links, f.sums
     from (select 1) one left join page on true left join figures f on f.group_name = page.group_name
    order by page.newest desc`,
)
