// The form that imports a bank statement.
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { api } from '../frame/session.ts'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { bankTexts } from './texts.ts'

type Imported = schemas.BankImportResponse['data']

export function ImportFile({ done }: { done: () => void }) {
  const t = bankTexts()
  const submit = async () => {
    const file = document.querySelector<HTMLInputElement>('#bank-file')?.files?.[0]
    if (!file) throw new Faults({ file: t.fileMissing })
    const body = { name: file.name, content: await base64Of(file) }
    const { lines, known } = await api.post<Imported>('/bank/files', body).catch((error) => {
      throw inReaderLanguage(error)
    })
    toast(t.imported(lines, known))
    done()
  }
  return (
    <Card title={t.importFile}>
      <Form submit={submit} action={t.importFile}>
        <p class="field">
          <label for="bank-file">{t.file}</label>
          <input id="bank-file" name="file" type="file" accept=".xml,.sta,.txt,.940,.csv" />
          <small class="soft">{t.importHint}</small>
        </p>
      </Form>
    </Card>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In pieces, because the arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
