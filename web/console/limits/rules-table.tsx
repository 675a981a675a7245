// The rules of the draft, one per line, in words.
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Table } from '../../ui/display/table.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { ActButton } from '../frame/act-button.tsx'
import type { Rule } from './draft.ts'
import { limitValue } from './limit-value.ts'
import { limitTexts } from './texts.ts'

export const outcomeTones: Record<Rule['outcome'], Tone> = { refuse: 'bad', hold: 'wait', allow: 'plain' }

export function RulesTable({
  rules,
  edit,
  remove,
}: {
  rules: readonly Rule[]
  edit: (rule: Rule) => void
  remove: (rule: Rule) => void
}) {
  const t = limitTexts()
  return (
    <Table
      caption={t.rules}
      rows={rules}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title={t.rulesEmpty}>
          <p>{t.rulesEmptyText}</p>
        </EmptyState>
      }
      columns={[
        { heading: t.subject, cell: ({ subject }) => t.subjects[subject] },
        { heading: t.limit, onCard: 'left', cell: limitText },
        {
          heading: t.outcome,
          onCard: 'corner',
          cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{t.outcomes[outcome]}</Badge>,
        },
        { heading: t.rule, onCard: 'right', cell: ({ id }) => <span class="soft">{id}</span> },
        {
          heading: t.actions,
          onCard: 'foot',
          cell: (rule) => (
            <div class="actions">
              <ActButton
                right="compliance"
                small
                onClick={() => edit(rule)}
                aria-label={`${t.edit} ${rule.id}`}
              >
                {t.edit}…
              </ActButton>
              <ActButton
                right="compliance"
                small
                onClick={() => remove(rule)}
                aria-label={`${t.remove} ${rule.id}`}
              >
                {t.remove}
              </ActButton>
            </div>
          ),
        },
      ]}
    />
  )
}

/** "$2,500.00 within 24 hours", "5 transfers within an hour". */
function limitText(rule: Rule): string {
  return `${limitValue(rule, rule.limit)} ${limitTexts().windows[rule.window]}`
}
