// Uploads the file of a batch, which is then checked.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { language } from '../../ui/language/language.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import type { Batch } from '../api-types.ts'
import { fileFault } from './fault-texts.ts'
import { templateAddress } from './field-names.ts'
import { type Kind, listTextsOf, newTextsOf, pageOf, pathOf } from './kind.ts'
import { SecondUser } from './second-user.tsx'

const maxBytes = 8 * 1024 * 1024
const separators = { fr: ';', en: ',' } as const

export const NewBatchPage = () => <NewBatch kind="transfer" />
export const NewRefundBatchPage = () => <NewBatch kind="refund" />

function NewBatch({ kind }: { kind: Kind }) {
  const t = newTextsOf(kind)
  const { route } = useLocation()
  const [file, setFile] = useState<File>()
  const [earlier, setEarlier] = useState<string>()
  const upload = async ({ name }: Values) => {
    setEarlier(undefined)
    if (!file) throw new Faults({ file: t.missing })
    if (file.size > maxBytes) throw new Faults({ file: t.large })
    try {
      const { batch_id } = await api.call<Batch>('POST', pathOf(kind), { query: { name }, body: sent(file) })
      route(`${pageOf(kind)}/${batch_id}`)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.code === 'RMT-1005') throw new Faults({ file: fileFault(error.message) })
      if (error.code !== 'RMT-1034') throw error
      setEarlier(error.faults[0]?.message)
      throw new Faults({})
    }
  }
  return (
    <Page title={t.title} intro={t.intro} back={{ href: pageOf(kind), label: listTextsOf(kind).title }}>
      <SecondUser />
      <div class="card form-card">
        {earlier && (
          <Notice tone="bad">
            {t.repeated} <a href={`${pageOf(kind)}/${earlier}`}>{earlier}</a>
          </Notice>
        )}
        <Form action={t.submit} submit={upload}>
          <Field name="name" label={t.name} hint={t.nameHint} maxLength={100} autocomplete="off" />
          <FileField
            name="file"
            label={t.file}
            hint={t.fileHint}
            accept=".csv,.json,text/csv,application/json"
            onChoose={({ files }) => setFile(files?.[0])}
          />
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
        </Form>
      </div>
    </Page>
  )
}

/** The type that the service reads: some systems give CSV files the type of a spreadsheet. */
const sent = (file: File): Blob =>
  file.slice(0, file.size, /\.json$/i.test(file.name) ? 'application/json' : 'text/csv')
