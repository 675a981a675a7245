// Papers and notes of a case, and the forms that add them.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { may } from '../frame/rights.ts'
import { api } from '../frame/session.ts'
import { base64Of, Download } from '../parts/files.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { type Case, casesPath } from './case.ts'
import { caseTexts } from './texts.ts'

export function Papers({ detail, done }: { detail: Case; done: () => void }) {
  const t = caseTexts()
  const { case_id: id, papers } = detail
  return (
    <Card title={t.papers}>
      {papers.length === 0 ? (
        <p class="soft">{t.noPapers}</p>
      ) : (
        <ul class="file-list" aria-label={t.papers}>
          {papers.map((paper) => (
            <li key={paper.id}>
              <span>{paper.name}</span>
              <Download path={`${casesPath}/${id}/papers/${paper.id}`} name={t.download} />
            </li>
          ))}
        </ul>
      )}
      {detail.allowed_actions.add.allowed && may('compliance') && (
        <PaperForm key={papers.length} id={id} done={done} />
      )}
    </Card>
  )
}

function PaperForm({ id, done }: { id: string; done: () => void }) {
  const t = caseTexts()
  const [file, setFile] = useState<File | undefined>()
  const submit = async () => {
    if (!file) throw new Faults({ file: t.fileMissing })
    const body = { name: file.name, content: await base64Of(file) }
    await api.post(`${casesPath}/${id}/papers`, body).catch((error) => {
      throw inReaderLanguage(error)
    })
    toast(t.paperAdded)
    done()
  }
  return (
    <Form submit={submit} action={t.addPaper} appearance="plain" known={{ 'RMT-1005': t.fileWrong }}>
      <FileField
        name="file"
        label={t.file}
        hint={t.fileHint}
        accept=".pdf,.jpg,.jpeg,.png"
        onChoose={(input) => setFile(input.files?.[0])}
      />
    </Form>
  )
}

export function Notes({ id, done }: { id: string; done: () => void }) {
  const t = caseTexts()
  const submit = async ({ note = '' }: Values) => {
    if (note.trim().length < 3) throw new Faults({ note: t.noteMissing })
    await api.post(`${casesPath}/${id}/notes`, { text: note }).catch((error) => {
      throw inReaderLanguage(error)
    })
    toast(t.noteAdded)
    done()
  }
  if (!may('compliance')) return null
  return (
    <Card title={t.note}>
      <Form submit={submit} action={t.addNote} appearance="plain">
        <TextArea name="note" label={t.note} rows={4} maxLength={5000} />
      </Form>
    </Card>
  )
}
