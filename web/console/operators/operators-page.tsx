import { useState } from 'preact/hooks'
import { walletName } from '../../ui/display/operators.ts'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { Decision } from '../parts/decision.tsx'
import { CashOut } from './cash-out.tsx'
import { decideOperator, listOperators, type Operator } from './operator.ts'
import { OperatorTable } from './operator-table.tsx'
import { StuckCollections } from './stuck-collections.tsx'
import { SuccessRates } from './success-rates.tsx'
import { operatorTexts } from './texts.ts'

export function OperatorsPage() {
  const t = operatorTexts()
  const operators = useLoad('operators', listOperators, { everyMs: 10_000 })
  const [deciding, setDeciding] = useState<Operator>()
  return (
    <Page title={t.title} intro={t.lead}>
      <Await of={operators}>
        {({ items }) => (
          <OperatorTable
            operators={items}
            actions={(operator) => (
              <ActButton right="operations" small onClick={() => setDeciding(operator)}>
                {operator.allowed_actions.resume.allowed ? t.resume : t.pause}…
              </ActButton>
            )}
          />
        )}
      </Await>
      <StuckCollections />
      <SuccessRates />
      <CashOut />
      {deciding && (
        <OperatorDecision operator={deciding} done={operators.reload} close={() => setDeciding(undefined)} />
      )}
    </Page>
  )
}

function OperatorDecision({
  operator,
  done,
  close,
}: {
  operator: Operator
  done: () => void
  close: () => void
}) {
  const t = operatorTexts()
  const name = walletName(operator.operator)
  const resumes = operator.allowed_actions.resume.allowed
  return (
    <Decision
      title={(resumes ? t.resumeTitle : t.pauseTitle)(name)}
      explanation={resumes ? t.resumeText : t.pauseText}
      action={resumes ? t.resume : t.pause}
      decide={async ({ reason = '' }) => {
        await decideOperator(operator, resumes ? 'resume' : 'pause', reason)
        done()
      }}
      done={(resumes ? t.resumed : t.paused)(name)}
      close={close}
    />
  )
}
