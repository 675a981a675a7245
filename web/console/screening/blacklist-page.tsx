import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import type { Column } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { EnvironmentTabs, useEnvironment, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { blacklistTexts } from './texts.ts'

type BlockedNumber = schemas.BlacklistedNumber

const path = '/remittance/blacklist'

/** What the migrations wrote about the numbers that a sandbox blocks from the start. */
const seedReason = 'Sandbox number that is refused'

export function BlacklistPage() {
  const t = blacklistTexts()
  const { query, hrefOf } = useFilters('environment')
  const environment = useEnvironment()
  const narrowed = { ...query, environment }
  const numbers = useLoad(JSON.stringify(narrowed), (signal) =>
    api.get<Paged<BlockedNumber>>(path, narrowed, signal),
  )
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<BlockedNumber>()
  return (
    <Page
      title={t.title}
      intro={t.lead}
      side={
        <ActButton right="compliance" appearance="main" onClick={() => setAdding(true)}>
          {t.add}
        </ActButton>
      }
    >
      <EnvironmentTabs value={environment} />
      <List
        of={numbers}
        caption={t.title}
        keyOf={({ phone }) => phone}
        pageHref={hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={columns(setRemoving)}
      />
      {adding && <Adding environment={environment} done={numbers.reload} close={() => setAdding(false)} />}
      {removing && (
        <Removing
          number={removing}
          environment={environment}
          done={numbers.reload}
          close={() => setRemoving(undefined)}
        />
      )}
    </Page>
  )
}

function columns(remove: (number: BlockedNumber) => void): Column<BlockedNumber>[] {
  const t = blacklistTexts()
  return [
    { heading: t.number, cell: ({ e164 }) => formatPhone(e164) },
    { heading: t.why, cell: ({ reason }) => (reason === seedReason ? t.seeded : reason) },
    { heading: t.addedBy, cell: ({ added_by }) => added_by },
    { heading: t.added, cell: ({ added_at }) => <Time at={added_at} /> },
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (number) => (
        <ActButton
          right="compliance"
          small
          data-item
          onClick={() => remove(number)}
          aria-label={`${t.remove} ${formatPhone(number.e164)}`}
        >
          {t.remove}…
        </ActButton>
      ),
    },
  ]
}

type Change = { environment: string; done: () => void; close: () => void }

function Removing({ number, environment, done, close }: Change & { number: BlockedNumber }) {
  const t = blacklistTexts()
  return (
    <Decision
      title={t.removeTitle(formatPhone(number.e164))}
      explanation={t.removeText}
      action={t.remove}
      appearance="danger"
      reason="none"
      decide={async () => {
        await api.call('DELETE', `${path}/${number.phone}`, { query: { environment } })
        done()
      }}
      done={t.removed(formatPhone(number.e164))}
      close={close}
    />
  )
}

function Adding({ environment, done, close }: Change) {
  const t = blacklistTexts()
  return (
    <Decision
      title={t.addTitle}
      explanation={t.lead}
      action={t.addConfirm}
      decide={async ({ phone, reason }) => {
        await api.post(path, { phone, reason, environment })
        done()
      }}
      done={({ phone = '' }) => t.blocked(phone)}
      known={{ 'RMT-1004': t.numberWrong, 'RMT-1012': t.already }}
      close={close}
    >
      <Field name="phone" label={t.number} hint={t.numberHint} type="tel" autocomplete="off" required />
    </Decision>
  )
}
