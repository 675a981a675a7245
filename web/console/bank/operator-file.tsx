// The dialog that imports an operator's settlement file, and what in it differs from our payments.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { api, session } from '../frame/session.ts'
import { base64Of } from '../parts/files.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { environmentTexts } from '../texts.ts'
import { fileFault } from './file-faults.ts'
import { DifferenceTable, operatorOptions } from './operator-differences.tsx'
import { operatorTexts } from './operator-texts.ts'
import { bankTexts } from './texts.ts'

type Imported = schemas.OperatorStatementImported['data']

export function OperatorFile({ done, close }: { done: () => void; close: () => void }) {
  const [t, bank] = [operatorTexts(), bankTexts()]
  const [file, setFile] = useState<File | undefined>()
  const [imported, setImported] = useState<Imported>()
  const submit = async ({ operator = '', environment = '' }) => {
    if (!file) throw new Faults({ file: bank.fileMissing })
    const body = { operator, environment, name: file.name, content: await base64Of(file) }
    const result = await api.post<Imported>('/bank/operator-statements', body).catch((error) => {
      throw fileFault(error) ?? inReaderLanguage(error)
    })
    done()
    if (result.problems.length > 0) return setImported(result)
    close()
    toast(bank.imported(result.lines, result.known))
  }
  if (imported) return <Differences imported={imported} close={close} />
  return (
    <Dialog title={t.title} close={close}>
      <Form submit={submit} action={bank.importAction}>
        <Select name="operator" label={t.operator} options={operatorOptions} />
        <Select
          name="environment"
          label={t.environment}
          value={session.value?.me.environment ?? 'sandbox'}
          options={Object.entries(environmentTexts())}
        />
        <FileField
          name="file"
          label={bank.name}
          hint={t.hint}
          accept=".csv"
          onChoose={(input) => setFile(input.files?.[0])}
        />
      </Form>
    </Dialog>
  )
}

function Differences({ imported, close }: { imported: Imported; close: () => void }) {
  const [t, bank] = [operatorTexts(), bankTexts()]
  return (
    <Dialog title={t.differs} close={close}>
      <p>
        {bank.imported(imported.lines, imported.known)}. {t.matched(imported.matched)}.
      </p>
      <DifferenceTable problems={imported.problems} />
      <Button appearance="main" onClick={close}>
        {bank.understood}
      </Button>
    </Dialog>
  )
}
