// The dialog that adds a rule to the draft, or changes one of its rules.
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { canMeasure, isMoney, type Rule, type RuleFacts } from './draft.ts'
import { limitTexts } from './texts.ts'

/** Measure and window are chosen together, because an amount has no window and the others need one. */
const measured = [
  ...(['sum', 'count', 'counterparties', 'name_changes'] as const).flatMap((measure) =>
    (['hour', 'day', 'week', 'month'] as const).map((window) => [measure, window] as const),
  ),
  ['amount', 'transfer'],
] as const

/** @param rule the rule to change; without it a new one is added */
export function RuleDialog({
  rule,
  keep,
  close,
}: {
  rule?: Rule | undefined
  keep: (facts: RuleFacts) => void
  close: () => void
}) {
  const t = limitTexts()
  const submit = async ({
    subject,
    measured: chosen = '',
    limit: typed = '',
    outcome,
  }: Record<string, string>) => {
    const [measure, window] = chosen.split(' ') as [Rule['measure'], Rule['window']]
    const limit = limitOf(typed, measure)
    if (limit === undefined) throw new Faults({ limit: t.limitWrong })
    if (!canMeasure(measure, subject as Rule['subject'])) throw new Faults({ measured: t.notMeasured })
    keep({ measure, window, limit, subject: subject as Rule['subject'], outcome: outcome as Rule['outcome'] })
    close()
  }
  return (
    <Dialog title={rule ? t.edit : t.add} close={close}>
      <Form submit={submit} action={t.keep}>
        <Select name="subject" label={t.subject} options={Object.entries(t.subjects)} value={rule?.subject} />
        <Select
          name="measured"
          label={t.measured}
          options={measured.map(([measure, window]) => [
            `${measure} ${window}`,
            measuredText(measure, window),
          ])}
          value={rule && `${rule.measure} ${rule.window}`}
        />
        <Field
          name="limit"
          label={t.sumLimit}
          hint={t.limitHint}
          inputmode="decimal"
          autocomplete="off"
          value={rule?.limit}
          required
        />
        <Select name="outcome" label={t.outcome} options={Object.entries(t.outcomes)} value={rule?.outcome} />
      </Form>
    </Dialog>
  )
}

function measuredText(measure: Rule['measure'], window: Rule['window']): string {
  const t = limitTexts()
  return measure === 'amount' ? t.measures.amount : `${t.measures[measure]} ${t.windows[window]}`
}

/** A typed limit, such as "2 500,50"; undefined if it is none. A limit of 0 lets nothing pass. */
function limitOf(typed: string, measure: Rule['measure']): number | undefined {
  const plain = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  const pattern = isMoney(measure) ? /^\d{1,10}(\.\d{1,2})?$/ : /^\d{1,9}$/
  return pattern.test(plain) ? Number(plain) : undefined
}
