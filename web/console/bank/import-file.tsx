// The dialog that imports a bank statement.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { api } from '../frame/session.ts'
import { base64Of } from '../parts/files.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { bankTexts } from './texts.ts'

type Imported = schemas.BankImportResponse['data']

export function ImportFile({ done, close }: { done: () => void; close: () => void }) {
  const t = bankTexts()
  const [file, setFile] = useState<File | undefined>()
  const submit = async () => {
    if (!file) throw new Faults({ file: t.fileMissing })
    const body = { name: file.name, content: await base64Of(file) }
    const { lines, known } = await api.post<Imported>('/bank/files', body).catch((error) => {
      throw inReaderLanguage(error)
    })
    close()
    toast(t.imported(lines, known))
    done()
  }
  return (
    <Dialog title={t.importFile} close={close}>
      <Form submit={submit} action={t.importAction}>
        <FileField
          name="file"
          label={t.file}
          hint={t.importHint}
          accept=".xml,.sta,.txt,.940,.csv"
          onChoose={(input) => setFile(input.files?.[0])}
        />
      </Form>
    </Dialog>
  )
}
