// The decisions about a case: propose an outcome, confirm it, or return the case. The service says which are possible, and why not.
import { useState } from 'preact/hooks'
import { Select } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { TranslatedMessage } from '../parts/translated-message.tsx'
import { type Case, casesPath } from './case.ts'
import { caseTexts } from './texts.ts'

type Act = 'propose' | 'confirm' | 'return'

/** The decisions of each state. */
const actsOf: Record<Case['state'], readonly Act[]> = {
  OPEN: ['propose'],
  PROPOSED: ['confirm', 'return'],
  CLOSED: [],
}

export function CaseActions({ detail, done }: { detail: Case; done: () => void }) {
  const t = caseTexts()
  const [deciding, setDeciding] = useState<Act>()
  const acts = actsOf[detail.state]
  if (acts.length === 0) return null
  const hindrances = new Set(
    acts.map((act) => detail.allowed_actions[act].reason).filter((reason) => reason !== null),
  )
  return (
    <Notice title={detail.outcome ? t.proposedOutcome(t.outcomes[detail.outcome]) : t.states.OPEN}>
      {[...hindrances].map((reason) => (
        <p key={reason}>
          <TranslatedMessage>{reason}</TranslatedMessage>
        </p>
      ))}
      <div class="actions">
        {acts.map((act) => (
          <ActButton
            right="compliance"
            key={act}
            disabled={!detail.allowed_actions[act].allowed}
            onClick={() => setDeciding(act)}
          >
            {t[act]}…
          </ActButton>
        ))}
      </div>
      {deciding && (
        <CaseDecision detail={detail} act={deciding} done={done} close={() => setDeciding(undefined)} />
      )}
    </Notice>
  )
}

function CaseDecision({
  detail,
  act,
  done,
  close,
}: {
  detail: Case
  act: Act
  done: () => void
  close: () => void
}) {
  const t = caseTexts()
  const outcome = detail.outcome ? t.outcomes[detail.outcome] : ''
  const explanations = { propose: t.proposeText, confirm: t.confirmText(outcome), return: t.returnText }
  return (
    <Decision
      title={t[act]}
      explanation={explanations[act]}
      action={t[act]}
      reasonHint={t.reasonHint}
      decide={async ({ reason, outcome }) => {
        const body = act === 'propose' ? { outcome, reason } : { reason }
        await api.post(`${casesPath}/${detail.case_id}/${act}`, body).finally(done)
      }}
      done={{ propose: t.proposed, confirm: t.confirmed, return: t.returned }[act]}
      close={close}
    >
      {act === 'propose' && <Select name="outcome" label={t.outcome} options={Object.entries(t.outcomes)} />}
    </Decision>
  )
}
