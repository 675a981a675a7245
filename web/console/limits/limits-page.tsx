// The limits of transfers: the rules in force, a draft of changes that is tried on past transfers, and the earlier changes.
import { useRef, useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState, Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { EnvironmentTabs, useEnvironment } from '../parts/filters.tsx'
import { PendingApprovals } from '../parts/pending.tsx'
import { decisionTexts } from '../texts.ts'
import { keyOf, type Rule, sameRules, withoutRule, withRule } from './draft.ts'
import { DryRun } from './dry-run.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RulesTable } from './rules-table.tsx'
import { limitTexts } from './texts.ts'

type InForce = schemas.LimitRules['data']
type Version = schemas.LimitRulesVersions['data']['items'][number]

const path = '/compliance/rules'
const maxVersions = 20

export function LimitsPage() {
  const t = limitTexts()
  const environment = useEnvironment()
  const inForce = useLoad(environment, (signal) => api.get<InForce>(path, { environment }, signal))
  const versions = useLoad(environment, (signal) =>
    api.get<Paged<Version>>(`${path}/versions`, { environment, limit: maxVersions }, signal),
  )
  const reload = () => {
    inForce.reload()
    versions.reload()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <EnvironmentTabs value={environment} />
      <Await of={inForce}>
        {(set) => <Editor key={`${set.environment} ${set.version}`} set={set} reload={reload} />}
      </Await>
      <Await of={versions}>{({ items }) => <Versions versions={items} />}</Await>
    </Page>
  )
}

function Editor({ set, reload }: { set: InForce; reload: () => void }) {
  const t = limitTexts()
  const [rules, setRules] = useState<readonly Rule[]>(set.rules)
  const [tried, setTried] = useState<string>()
  const [editing, setEditing] = useState<{ rule?: Rule }>()
  const isChanged = !sameRules(rules, set.rules)
  return (
    <>
      {!set.applied && <Notice title={t.off}>{t.offText}</Notice>}
      <PendingApprovals pending={set.pending_approvals} />
      <Card
        title={isChanged ? t.drafted : t.rules}
        side={
          <ActButton right="compliance" onClick={() => setEditing({})}>
            {t.add}…
          </ActButton>
        }
      >
        <RulesTable
          rules={rules}
          edit={(rule) => setEditing({ rule })}
          remove={({ id }) => setRules(withoutRule(rules, id))}
        />
      </Card>
      {isChanged && (
        <Draft
          set={set}
          rules={rules}
          isTried={tried === keyOf(rules)}
          discard={() => setRules(set.rules)}
          reload={reload}
        />
      )}
      <DryRun environment={set.environment} rules={rules} tried={() => setTried(keyOf(rules))} />
      {editing && (
        <RuleDialog
          rule={editing.rule}
          keep={(facts) => setRules(withRule(rules, facts, editing.rule?.id))}
          close={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** What can be done with changes: they are applied once these rules have been tried. */
function Draft({
  set: { environment, version, needs_approval },
  rules,
  isTried,
  discard,
  reload,
}: {
  set: InForce
  rules: readonly Rule[]
  isTried: boolean
  discard: () => void
  reload: () => void
}) {
  const t = limitTexts()
  const [applying, setApplying] = useState(false)
  const isDone = useRef(true)
  return (
    <Notice title={t.changed}>
      <p>{isTried ? t.tried : t.tryFirst}</p>
      <div class="actions">
        <ActButton right="compliance" appearance="main" disabled={!isTried} onClick={() => setApplying(true)}>
          {t.apply}…
        </ActButton>
        <ActButton right="compliance" onClick={discard}>
          {t.discard}
        </ActButton>
      </div>
      {applying && (
        <Decision
          title={t.applyTitle}
          explanation={needs_approval ? `${t.applyText} ${t.weakerWaits}` : t.applyText}
          action={t.apply}
          decide={async ({ reason }) => {
            const made = await api.put<object>(path, { environment, version, rules, reason })
            isDone.current = !('approval_id' in made)
            reload()
          }}
          done={() => (isDone.current ? t.applied : decisionTexts().waits)}
          known={{ 'RMT-1026': t.overtaken }}
          close={() => setApplying(false)}
        />
      )}
    </Notice>
  )
}

function Versions({ versions }: { versions: readonly Version[] }) {
  const t = limitTexts()
  return (
    <Card title={t.versions}>
      <Table
        caption={t.versions}
        rows={versions}
        keyOf={({ version }) => version}
        empty={<EmptyState title={t.versionsEmpty} />}
        columns={[
          { heading: t.version, cell: ({ version }) => version },
          { heading: t.by, cell: ({ changed_by }) => changed_by },
          { heading: t.at, cell: ({ changed_at }) => changed_at && <Time at={changed_at} /> },
          { heading: t.reason, cell: ({ reason }) => reason, onCard: 'below' },
        ]}
      />
    </Card>
  )
}
