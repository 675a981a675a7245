// Uploads the file of a batch, which is then checked.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../forms/field.tsx'
import { FileField } from '../forms/file-field.tsx'
import { Faults, Form, type Values } from '../forms/form.tsx'
import { Notice } from '../frame/notice.tsx'
import { Page } from '../frame/page.tsx'
import { language } from '../language/language.ts'
import { RequestError } from '../service/client.ts'
import { fileFault } from './fault-texts.ts'
import { templateAddress } from './field-names.ts'
import type { Batch, BatchPlace } from './place.ts'
import { kindOf, listTextsOf, newTextsOf, type Words } from './words.ts'

const maxBytes = 8 * 1024 * 1024
const separators = { fr: ';', en: ',' } as const

/**
 * @param uploadPath where the file goes, by what was entered; it may throw `Faults`
 * @param fields further fields of the form
 */
export function UploadBatch({
  place,
  uploadPath = () => place.path,
  fields,
}: {
  place: BatchPlace
  uploadPath?: (values: Values) => string
  fields?: ComponentChildren
}) {
  const t = newTextsOf(place.words)
  const { route } = useLocation()
  const [file, setFile] = useState<File>()
  const [earlier, setEarlier] = useState<string>()
  const upload = async (values: Values) => {
    setEarlier(undefined)
    const path = uploadPath(values)
    if (!file) throw new Faults({ file: t.missing })
    if (file.size > maxBytes) throw new Faults({ file: t.large })
    try {
      const sending = { query: { name: values.name }, body: sent(file) }
      const { batch_id } = await place.api.call<Batch>('POST', path, sending)
      route(`${place.page}/${batch_id}`)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.code === 'RMT-1005') throw new Faults({ file: fileFault(error.message) })
      if (error.code !== 'RMT-1034') throw error
      setEarlier(error.faults[0]?.message)
      throw new Faults({})
    }
  }
  return (
    <Page title={t.title} intro={t.intro} back={{ href: place.page, label: listTextsOf(place.words).title }}>
      {place.secondPerson()}
      <div class="card form-card">
        {earlier && (
          <Notice tone="bad">
            {t.repeated} <a href={`${place.page}/${earlier}`}>{earlier}</a>
          </Notice>
        )}
        <Form action={t.submit} submit={upload}>
          {fields}
          <Field name="name" label={t.name} hint={t.nameHint} maxLength={100} autocomplete="off" />
          <FileField
            name="file"
            label={t.file}
            hint={t.fileHint}
            accept=".csv,.json,text/csv,application/json"
            onChoose={({ files }) => setFile(files?.[0])}
          />
          <Templates words={place.words} />
        </Form>
      </div>
    </Page>
  )
}

/** Files with the names of the columns. */
function Templates({ words }: { words: Words }) {
  const t = newTextsOf(words)
  const kind = kindOf(words)
  return (
    <p>
      <a href={templateAddress(kind, separators[language.value])} download={t.templateName}>
        {t.template}
      </a>
      {kind === 'transfer' && (
        <>
          <br />
          <a
            href={templateAddress(kind, separators[language.value], { isShort: true })}
            download={t.shortTemplateName}
          >
            {t.shortTemplate}
          </a>
        </>
      )}
    </p>
  )
}

/** The type that the service reads: some systems give CSV files the type of a spreadsheet. */
const sent = (file: File): Blob =>
  file.slice(0, file.size, /\.json$/i.test(file.name) ? 'application/json' : 'text/csv')
