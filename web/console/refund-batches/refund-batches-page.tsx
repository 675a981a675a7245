// Batches of refunds of all merchants: those that wait for a second admin, and what became of the others.

import { useLocation } from 'preact-iso'
import { BatchList } from '../../ui/batches/batch-list.tsx'
import { OneBatch } from '../../ui/batches/one-batch.tsx'
import { batchStates } from '../../ui/batches/states.ts'
import { UploadBatch } from '../../ui/batches/upload-batch.tsx'
import { listTextsOf } from '../../ui/batches/words.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, type Values } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { type AdminBatch, type AdminBatchSummary, refundBatches as place } from './place.tsx'
import { refundBatchTexts } from './texts.ts'

export function RefundBatchesPage() {
  const t = { ...listTextsOf(place.words), ...refundBatchTexts() }
  const by = useFilters('merchant_code', 'state')
  const loaded = useLoad(`refund batches ${by.key}`, (signal) =>
    api.get<Paged<AdminBatchSummary>>(place.path, by.query, signal),
  )
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={
        place.may('change') && (
          <ButtonLink small appearance="main" href={`${place.page}/new`}>
            {t.add}
          </ButtonLink>
        )
      }
    >
      <FilterForm by={by} search={{ name: 'merchant_code', label: t.code }}>
        <Select name="state" label={t.state} value={by.values.state} options={choices(batchStates())} />
      </FilterForm>
      <BatchList
        place={place}
        loaded={loaded}
        hrefOf={by.hrefOf}
        noteOf={({ merchant_name }) => merchant_name}
      />
    </Page>
  )
}

/** A batch, or the form for a new one, whose address may name the merchant. */
export function RefundBatchPage({ id }: { id: string }) {
  return id === 'new' ? <NewRefundBatch /> : <OneBatch<AdminBatch> place={place} id={id} facts={factsOf} />
}

function factsOf({ merchant_code, merchant_name }: AdminBatch) {
  const address = `/console/merchants/${encodeURIComponent(merchant_code)}`
  const link = <a href={address}>{merchant_name}</a>
  return [[refundBatchTexts().merchant, link, merchant_code] as const]
}

function NewRefundBatch() {
  const t = refundBatchTexts()
  const { merchant = '' } = useLocation().query
  const uploadPath = ({ merchant_code = '' }: Values) => {
    const code = merchant_code.trim().toUpperCase()
    if (code === '') throw new Faults({ merchant_code: t.codeMissing })
    return `/merchants/${encodeURIComponent(code)}/refund-batches`
  }
  return (
    <UploadBatch
      place={place}
      uploadPath={uploadPath}
      fields={
        <Field
          name="merchant_code"
          label={t.code}
          hint={t.codeHint}
          value={merchant}
          autocomplete="off"
          required
        />
      }
    />
  )
}
