// The dialog that imports an operator's settlement file, and what in it differs from our payments.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { operators } from '../../ui/display/constants.generated.ts'
import { Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { api, session } from '../frame/session.ts'
import { base64Of } from '../parts/files.tsx'
import { Money } from '../parts/money.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { environmentTexts } from '../texts.ts'
import { fileFault } from './file-faults.ts'
import { bankTexts } from './texts.ts'

type Imported = schemas.OperatorStatementImported['data']

const texts = catalogue({
  fr: {
    title: 'Importer un fichier d’opérateur',
    operator: 'Opérateur',
    environment: 'Environnement',
    hint: 'CSV avec les colonnes reference, operator_id, date, currency, gross, fee et net. Le même fichier peut être importé deux fois sans risque.',
    matched: (count: number) => `Lignes conformes à nos paiements\u00a0: ${count}`,
    differs: 'Différences à éclaircir avec l’opérateur',
    what: 'Différence',
    day: 'Jour',
    here: 'Chez nous',
    there: 'Chez l’opérateur',
    problems: {
      MISSING_HERE: 'Inconnu chez nous',
      MISSING_THERE: 'Absent du fichier',
      AMOUNT_DIFFERS: 'Autre montant',
    },
  },
  en: {
    title: 'Import an operator’s file',
    operator: 'Operator',
    environment: 'Environment',
    hint: 'CSV with the columns reference, operator_id, date, currency, gross, fee and net. Importing the same file twice is safe.',
    matched: (count: number) => `Lines that agree with our payments: ${count}`,
    differs: 'Differences to clear with the operator',
    what: 'Difference',
    day: 'Day',
    here: 'Our payments',
    there: 'Operator',
    problems: {
      MISSING_HERE: 'Unknown to us',
      MISSING_THERE: 'Not in the file',
      AMOUNT_DIFFERS: 'Other amount',
    },
  },
})

export function OperatorFile({ done, close }: { done: () => void; close: () => void }) {
  const [t, bank] = [texts(), bankTexts()]
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
        <Select
          name="operator"
          label={t.operator}
          options={operators.map(({ code, wallet }) => [code, wallet] as const)}
        />
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
  const [t, bank] = [texts(), bankTexts()]
  return (
    <Dialog title={t.differs} close={close}>
      <p>
        {bank.imported(imported.lines, imported.known)}. {t.matched(imported.matched)}.
      </p>
      <Table
        caption={t.differs}
        rows={imported.problems}
        keyOf={({ reference }) => reference}
        columns={[
          {
            heading: t.what,
            cell: ({ problem, reference }) => (
              <>
                {t.problems[problem]}
                <code class="under">{reference}</code>
              </>
            ),
          },
          { heading: t.day, cell: ({ day }) => <span class="nowrap">{formatTime(day, 'shortDay')}</span> },
          {
            heading: t.here,
            numeric: true,
            cell: ({ amount_here, currency }) => <Money amount={amount_here} currency={currency} />,
          },
          {
            heading: t.there,
            numeric: true,
            cell: ({ amount_there, currency }) => <Money amount={amount_there} currency={currency} />,
          },
        ]}
      />
      <Button appearance="main" onClick={close}>
        {bank.understood}
      </Button>
    </Dialog>
  )
}
