// What was requested for the subject of a page and waits for a second admin, with the way to decide it.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { approvalTexts } from '../approvals/texts.ts'
import { Since } from './since.tsx'

export type Pending = schemas.PendingApproval

const texts = catalogue({
  fr: {
    by: (name: string) => `demandé par ${name}, attend une approbation.`,
    own: 'demandé par vous, attend l’approbation d’un autre administrateur.',
    open: 'Ouvrir la demande',
  },
  en: {
    by: (name: string) => `requested by ${name}, waits for approval.`,
    own: 'requested by you, waits for another admin.',
    open: 'Open the request',
  },
})

export function PendingApprovals({ pending }: { pending: readonly Pending[] }) {
  const t = texts()
  const { actions } = approvalTexts()
  return (
    <>
      {pending.map(({ approval_id, action, amount, currency, requested_by, requested_at, own }) => (
        <Notice
          key={approval_id}
          title={amount === null ? actions[action] : `${actions[action]} · ${formatMoney(amount, currency)}`}
        >
          {own ? t.own : t.by(requested_by)} <Since at={requested_at} />
          {' · '}
          <a href={`/console/approvals/approval-${approval_id}`}>{t.open}</a>
        </Notice>
      ))}
    </>
  )
}
