// What an admin reads of a payout: the money, the wallet and how well it is known, and who asked for it.
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { payoutFacts } from '../../ui/payouts/payout-facts.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { Since } from '../parts/since.tsx'
import { State } from '../states.tsx'
import type { Payout } from './payout.ts'
import { payoutsTexts } from './texts.ts'

const matchTones: Record<NonNullable<Payout['name_match']>, Tone> = {
  MATCH: 'good',
  PARTIAL: 'wait',
  NO_MATCH: 'wait',
}

export function PayoutCard({ payout }: { payout: Payout }) {
  const t = payoutsTexts()
  const { merchant_code, merchant_name, requested_by, decided_by, payout_id } = payout
  const requesters: Readonly<Record<string, string>> = t.requesters
  return (
    <Card title={t.payout} side={<State of="payout" is={payout.state} />}>
      {[payout.held_reason, payout.hold_reason].map(
        (reason) =>
          reason && (
            <Notice key={reason}>
              <p>{t.held[reason]}</p>
            </Notice>
          ),
      )}
      <Facts
        facts={[
          [t.merchant, <MerchantLink key="merchant" code={merchant_code} name={merchant_name} />],
          ...payoutFacts(payout),
          [t.nameMatch, <NameMatch key="match" payout={payout} />],
          [
            t.destinationAge[payout.destination.type],
            <>
              <Time at={payout.destination_added_at} /> (<Since at={payout.destination_added_at} />)
            </>,
          ],
          [t.requestedBy, requesters[requested_by] ?? requested_by],
          [t.created, <Time key="created" at={payout.created_at} look="exact" />],
          ...shopTime(payout.created_at, payout.time_zone),
          ...(decided_by ? [[t.decidedBy, decided_by] as const] : []),
          [t.payoutId, payout_id, payout_id],
        ]}
      />
    </Card>
  )
}

/** Banks do not tell whose account it is: for an account there is only what the merchant declared. */
function NameMatch({ payout: { name_match, destination } }: { payout: Payout }) {
  const t = payoutsTexts()
  const isBank = destination.type === 'bank'
  return (
    <>
      {name_match && <Badge tone={matchTones[name_match]}>{t.matches[name_match]}</Badge>}
      {!name_match && !isBank && t.noName}
      {isBank && <span class="under">{t.declaredHolder}</span>}
    </>
  )
}
