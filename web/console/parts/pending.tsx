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
    by: (name: string) => `Demande de ${name}`,
    own: 'Votre demande',
    waits: { other: 'Elle attend une approbation.', own: 'Un autre administrateur doit l’approuver.' },
    open: 'Ouvrir la demande',
  },
  en: {
    by: (name: string) => `Requested by ${name}`,
    own: 'Requested by you',
    waits: { other: 'Waiting for approval.', own: 'Waiting for another admin.' },
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
          {own ? t.own : t.by(requested_by)}, <Since at={requested_at} />. {t.waits[own ? 'own' : 'other']}{' '}
          <a href={`/console/approvals/approval-${approval_id}`}>{t.open}</a>
        </Notice>
      ))}
    </>
  )
}
