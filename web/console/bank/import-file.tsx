// The dialog that imports a bank statement.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { api } from '../frame/session.ts'
import { base64Of } from '../parts/files.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { fileFault } from './file-faults.ts'
import { bankTexts } from './texts.ts'

type Imported = schemas.BankImportResponse['data']

export function ImportFile({ done, close }: { done: () => void; close: () => void }) {
  const t = bankTexts()
  const [file, setFile] = useState<File | undefined>()
  const [imported, setImported] = useState<Imported>()
  const submit = async () => {
    if (!file) throw new Faults({ file: t.fileMissing })
    const body = { name: file.name, content: await base64Of(file) }
    const imported = await api.post<Imported>('/bank/files', body).catch((error) => {
      throw fileFault(error) ?? inReaderLanguage(error)
    })
    done()
    if (imported.skipped.length > 0) return setImported(imported)
    close()
    toast(t.imported(imported.lines, imported.known))
  }
  if (imported) return <LeftOut imported={imported} close={close} />
  return (
    <Dialog title={t.importFile} close={close}>
      <Form submit={submit} action={t.importAction}>
        <FileField
          name="file"
          label={t.file}
          hint={t.importHint}
          accept=".xml,.sta,.txt,.940,.942,.mt940,.csv,.zip"
          onChoose={(input) => setFile(input.files?.[0])}
        />
      </Form>
    </Dialog>
  )
}

/** What was imported, and what in the file is none of ours. */
function LeftOut({ imported: { lines, known, skipped }, close }: { imported: Imported; close: () => void }) {
  const t = bankTexts()
  return (
    <Dialog title={t.imported(lines, known)} close={close}>
      <p>{t.leftOut}</p>
      <ul>
        {skipped.map(({ name, account, currency }) => (
          <li key={`${name} ${account} ${currency}`}>
            {account === null ? t.leftOutFile(name) : t.leftOutStatement(name, account, currency ?? '')}
          </li>
        ))}
      </ul>
      <Button appearance="main" onClick={close}>
        {t.understood}
      </Button>
    </Dialog>
  )
}
