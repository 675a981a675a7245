// The dialogs that make, approve and reject a batch.
import { formatMoney } from '../../ui/display/amount.tsx'
import { api } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { accountText, type Batch, type Waiting } from './batch.ts'
import { batchTexts } from './texts.ts'

type Deciding = { act: 'create'; subject: Waiting } | { act: 'approve' | 'reject'; subject: Batch }

export function BatchDecision({
  changed,
  close,
  ...deciding
}: Deciding & { changed: () => void; close: () => void }) {
  return (
    <Decision
      {...textsOf(deciding)}
      appearance={deciding.act === 'reject' ? 'danger' : 'main'}
      reason={deciding.act === 'create' ? 'none' : 'required'}
      decide={async ({ reason }) => {
        await send(deciding, reason).finally(changed)
      }}
      close={close}
    />
  )
}

function textsOf({ act, subject }: Deciding) {
  const t = batchTexts()
  const amount = formatMoney(subject.total, subject.currency)
  if (act === 'create')
    return { title: t.createTitle(amount), explanation: t.createText, action: t.create, done: t.created }
  if (act === 'reject')
    return { title: t.rejectTitle, explanation: t.rejectText, action: t.reject, done: t.rejected }
  return {
    title: t.approveTitle(amount),
    explanation: (
      <>
        <strong>{t.approveSum(subject.payouts, amount, accountText(subject))}</strong> {t.approveText}
      </>
    ),
    action: t.approve,
    done: t.approved,
  }
}

function send({ act, subject }: Deciding, reason: string | undefined): Promise<unknown> {
  if (act !== 'create') return api.post(`/payout-batches/${subject.batch_id}/${act}`, { reason })
  const { environment, currency } = subject
  return api.post('/payout-batches', { environment, currency })
}
