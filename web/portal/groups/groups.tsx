// The lists of payers, with what has been paid of each. Without any, the form that makes the first one.
import type { LinkGroups } from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { may } from '../access/session.ts'
import { useList } from '../list.ts'
import { useUpdates } from '../updates/updates.ts'
import { listTexts } from './texts.ts'
import { UploadForm } from './upload.tsx'

type Group = LinkGroups['data']['items'][number]

export function GroupsPage() {
  const t = listTexts()
  const list = useList<Group>('groups', { source: 'links/groups' })
  useUpdates('payments', list.loaded.reload)
  const hasSome = (list.loaded.data?.pagination.total ?? 0) > 0
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={
        hasSome &&
        may('sell') && (
          <ButtonLink small appearance="main" href="/portal/links/upload">
            {t.upload}
          </ButtonLink>
        )
      }
    >
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            {pagination.total === 0 && may('sell') ? (
              <UploadForm />
            ) : (
              <div class="lines-around">
                <Folds label={t.title} rows={items.map(rowOf)} empty={<EmptyState title={t.count(0)} />} />
              </div>
            )}
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

function rowOf({ group, links, paid_links, late_links, sums }: Group): Fold {
  const t = listTexts()
  const facts = [t.payers(links), t.paid(paid_links), late_links > 0 && t.late(late_links)]
  return {
    key: group,
    href: `/portal/groups/${encodeURIComponent(group)}`,
    name: group,
    note: facts.filter(Boolean).join(' · '),
    end: sums.map(({ paid, currency }) => formatMoney(paid, currency)).join(' + '),
  }
}
