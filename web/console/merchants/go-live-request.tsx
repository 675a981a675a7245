// The go-live request of a merchant, and whether it can be approved.
import { useState } from 'preact/hooks'
import { Badge } from '../../ui/display/badge.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { countryName } from '../../ui/language/language.ts'
import { RequestError } from '../../ui/service/client.ts'
import { laterPages } from '../../ui/service/later-pages.tsx'
import { type Business, readBusiness } from '../business/business.ts'
import { ActButton } from '../frame/act-button.tsx'
import { may } from '../frame/rights.ts'
import type { MerchantDetails } from './merchant.ts'
import { merchantTexts } from './texts.ts'

// Its texts are those of the review, which few admins open.
const OpenPoints = laterPages(() => import('../business/business-review.tsx')).part(
  (pages) => pages.OpenPoints,
)

/** Says what is still open in the file instead of asking for a reason: the service would refuse the approval. */
export function GoLiveRequest({
  details,
  want,
}: {
  details: MerchantDetails
  want: (wanted: 'approve' | 'refuse') => void
}) {
  const t = merchantTexts()
  const [unready, setUnready] = useState<Business>()
  const { go_live_request: request, allowed_actions } = details
  if (!request) return null
  const pending = allowed_actions.approve.allowed
  const approve = async () => {
    const business = await businessToReview(details.merchant_code)
    setUnready(business)
    if (!business) want('approve')
  }
  return (
    <Card
      title={t.request}
      side={<Badge tone={pending ? 'wait' : 'plain'}>{t.goLiveStates[details.go_live]}</Badge>}
    >
      <Facts facts={factsOf(request, !pending)} />
      {pending && unready && (
        <div role="status">
          <OpenPoints business={unready} />
        </div>
      )}
      {pending && (
        <div class="actions">
          <ActButton right="merchants" appearance="main" onClick={approve}>
            {t.approve}…
          </ActButton>
          <ActButton right="merchants" appearance="danger" onClick={() => want('refuse')}>
            {t.refuse}…
          </ActButton>
        </div>
      )}
    </Card>
  )
}

type Request = NonNullable<MerchantDetails['go_live_request']>

function factsOf(request: Request, isDecided: boolean): Fact[] {
  const t = merchantTexts()
  const contact = [request.contact_name, request.contact_email, request.contact_phone]
  const decision: Fact[] = [
    [t.decided, request.decided_at && <Time at={request.decided_at} />],
    [t.decidedBy, request.decided_by],
    [t.reasonGiven, request.reason],
  ]
  return [
    [t.company, request.company_name],
    [t.registration, request.registration_number],
    [t.country, request.country && countryName(request.country)],
    [t.contact, contact.filter(Boolean).join(', ')],
    [t.requested, request.requested_at && <Time at={request.requested_at} />],
    ...(isDecided ? decision : []),
  ]
}

/** The business, if something in it is still open; undefined also where it cannot be read: the service decides then. */
async function businessToReview(code: string): Promise<Business | undefined> {
  if (!may('read_compliance')) return undefined
  try {
    const business = await readBusiness(code)
    return business.open.length > 0 ? business : undefined
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}
