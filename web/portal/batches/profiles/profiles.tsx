// The senders and beneficiaries that rows of batches name by their codes.
import { useState } from 'preact/hooks'
import { listTexts } from '../../../ui/batches/texts.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { PagedList } from '../../../ui/display/pager.tsx'
import { formatPhone } from '../../../ui/display/phone.ts'
import { formatTime, Time } from '../../../ui/display/time.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { EmptyState } from '../../../ui/frame/notice.tsx'
import { Page } from '../../../ui/frame/page.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { type Fold, Folds } from '../../../ui/rows/folds.tsx'
import { Await } from '../../../ui/service/await.tsx'
import { serviceNow } from '../../../ui/service/clock.ts'
import { api } from '../../access/session.ts'
import type { SavedProfileSummary } from '../../api-types.ts'
import { Filters } from '../../filters.tsx'
import { useList } from '../../list.ts'
import { ProfileForm, pathOfProfile } from './profile-form.tsx'
import { profileTexts } from './profile-texts.ts'

type Acting =
  | { act: 'save'; kind: SavedProfileSummary['kind']; code?: string }
  | { act: 'remove'; profile: SavedProfileSummary }

export function ProfilesPage() {
  const t = profileTexts()
  const list = useList<SavedProfileSummary>('batches/profiles', { source: 'profiles' })
  const [acting, setActing] = useState<Acting>()
  const close = () => setActing(undefined)
  const done = () => {
    close()
    list.loaded.reload()
  }
  const add = (kind: SavedProfileSummary['kind'], appearance: 'main' | 'plain') => (
    <Button small appearance={appearance} onClick={() => setActing({ act: 'save', kind })}>
      {t.add[kind]}…
    </Button>
  )
  return (
    <Page
      title={t.title}
      intro={t.intro}
      back={{ href: '/portal/batches', label: listTexts().title }}
      side={
        <div class="actions">
          {add('sender', 'plain')}
          {add('beneficiary', 'plain')}
        </div>
      }
    >
      <Filters
        list={list}
        hint={t.search}
        choices={[{ name: 'kind', label: t.kind, options: Object.entries(t.kinds) }]}
        hasDays={false}
      />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Folds
              label={t.title}
              rows={items.map((profile) => rowOf(profile, setActing))}
              empty={
                <EmptyState title={t.none}>
                  <p>{t.noneHint}</p>
                </EmptyState>
              }
            />
          </PagedList>
        )}
      </Await>
      {acting?.act === 'save' && (
        <ProfileForm kind={acting.kind} code={acting.code} done={done} close={close} />
      )}
      {acting?.act === 'remove' && <Remove profile={acting.profile} done={done} close={close} />}
    </Page>
  )
}

function rowOf(profile: SavedProfileSummary, act: (acting: Acting) => void): Fold {
  const t = profileTexts()
  const {
    kind,
    code,
    name,
    customer_number,
    document_expiration_date: expires,
    changed_by,
    changed_at,
  } = profile
  const isExpired = expires !== null && expires < serviceNow().toISOString().slice(0, 10)
  return {
    key: `${kind} ${code}`,
    name,
    note: [
      code,
      ...(customer_number === null ? [] : [formatPhone(customer_number)]),
      ...(expires === null || isExpired ? [] : [t.expires(formatTime(`${expires}T12:00:00`, 'day'))]),
    ].join(' · '),
    end: isExpired && <Badge tone="bad">{t.expired}</Badge>,
    body: (
      <>
        <Facts
          facts={[
            [t.changed, <Time key="changed" at={changed_at} />],
            [t.by, changed_by ?? t.api],
          ]}
        />
        <div class="actions">
          <Button small onClick={() => act({ act: 'save', kind, code })}>
            {t.change}…
          </Button>
          <Button small appearance="danger" onClick={() => act({ act: 'remove', profile })}>
            {t.remove}…
          </Button>
        </div>
      </>
    ),
  }
}

type RemoveProps = { profile: SavedProfileSummary; done: () => void; close: () => void }

function Remove({ profile: { kind, code }, done, close }: RemoveProps) {
  const t = profileTexts()
  return (
    <Dialog title={t.removeTitle(code)} close={close}>
      <p>{t.removeText}</p>
      <Form
        action={t.remove}
        appearance="danger"
        more={<Button onClick={close}>{t.keep}</Button>}
        submit={async () => {
          await api.call('DELETE', pathOfProfile(kind, code))
          toast(t.removed)
          done()
        }}
      >
        {null}
      </Form>
    </Dialog>
  )
}
