// The batches of a kind that were uploaded, newest first.
import { BatchList } from '../../ui/batches/batch-list.tsx'
import type { BatchSummary } from '../../ui/batches/place.ts'
import { type Kind, listTextsOf } from '../../ui/batches/words.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useList } from '../list.ts'
import { placeOf } from './place.tsx'
import { profileTexts } from './profiles/profile-texts.ts'

export const BatchesPage = () => <Batches kind="transfer" />
export const RefundBatchesPage = () => <Batches kind="refund" />

function Batches({ kind }: { kind: Kind }) {
  const t = listTextsOf(kind)
  const place = placeOf(kind)
  const list = useList<BatchSummary>(place.path)
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={
        place.may('change') && (
          <div class="actions">
            {kind === 'transfer' && (
              <ButtonLink small href="/portal/batches/profiles">
                {profileTexts().title}
              </ButtonLink>
            )}
            <ButtonLink small appearance="main" href={`${place.page}/new`}>
              {t.add}
            </ButtonLink>
          </div>
        )
      }
    >
      <BatchList place={place} loaded={list.loaded} hrefOf={list.hrefOf} />
    </Page>
  )
}
