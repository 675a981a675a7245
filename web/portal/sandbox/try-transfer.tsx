// Sends a test transfer to a simulated operator and follows it.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { operators } from '../../ui/display/constants.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { ButtonLink, CopyButton } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { Notice } from '../../ui/frame/notice.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { api } from '../access/session.ts'
import { TransferBadge } from '../account/status.tsx'
import type { Balance } from '../api-types.ts'
import { useTransfer } from '../transfers/transfer.tsx'
import { TransferTimeline } from '../transfers/transfer-timeline.tsx'
import { TopUp } from '../wallet/top-up.tsx'
import { testNumbers } from './test-numbers.ts'
import { tryTransferTexts } from './try-transfer-texts.ts'

export function TryTransfer({ balance, reload }: { balance: Balance; reload: () => void }) {
  const t = tryTransferTexts()
  const [sent, setSent] = useState<string>()
  return (
    <div class="columns">
      <Card title={t.title}>
        <p class="soft">{t.intro}</p>
        <p class="line">
          <span>
            {t.balance} <strong>{formatMoney(balance.available, balance.currency)}</strong>
          </span>
          <TopUp done={reload} appearance={balance.available < 1 ? 'main' : 'plain'} />
        </p>
        <TransferForm
          sent={(id) => {
            setSent(id)
            reload()
          }}
        />
      </Card>
      {sent ? <Followed key={sent} id={sent} /> : <TestNumbers />}
    </div>
  )
}

function TransferForm({ sent }: { sent: (transactionId: string) => void }) {
  const t = tryTransferTexts()
  const [operator, setOperator] = useState<string>(operators[0].code)
  const send = async ({ amount = '', customer_number }: Values) => {
    const wanted = amountOf(amount)
    if (wanted === undefined) throw new Faults({ amount: t.amountFault })
    const made = await api.post<{ transaction_id: string }>('sandbox/transfer', {
      amount: wanted,
      customer_number,
    })
    sent(made.transaction_id)
  }
  return (
    <Form action={t.submit} submit={send} known={t.refusals}>
      <div class="pair">
        <Select
          name="operator"
          label={t.operator}
          value={operator}
          onChange={(event) => setOperator(event.currentTarget.value)}
          options={operators.map(({ code, name }) => [code, name])}
        />
        <Field
          name="amount"
          label={t.amount}
          hint={t.amountHint}
          inputMode="decimal"
          autocomplete="off"
          value="1"
        />
      </div>
      <Select
        name="customer_number"
        label={t.number}
        key={operator}
        options={testNumbers(operator).map(({ number, name }) => [
          number,
          `${formatPhone(number)} – ${t.numbers[name]}`,
        ])}
      />
    </Form>
  )
}

/** Shows the transfer's timeline live. */
function Followed({ id }: { id: string }) {
  const t = tryTransferTexts()
  const detail = useTransfer(id)
  return (
    <Card title={t.history} side={detail.data && <TransferBadge status={detail.data.status} />}>
      <div aria-live="polite">
        <Await of={detail}>
          {(transfer) => (
            <>
              {transfer.failure_code && (
                <Notice tone="bad">{reason('transferFailure', transfer.failure_code)}</Notice>
              )}
              <TransferTimeline events={transfer.timeline} />
            </>
          )}
        </Await>
      </div>
      <ButtonLink small href={`/portal/transfers/${id}`}>
        {t.all}
      </ButtonLink>
    </Card>
  )
}

function TestNumbers() {
  const t = tryTransferTexts()
  return (
    <Card title={t.numbersTitle}>
      <p class="soft">{t.numbersIntro}</p>
      <ul class="rows">
        {testNumbers(operators[0].code).map(({ number, name }) => (
          <li key={number}>
            <div>
              <span class="code nowrap">{formatPhone(number)}</span>
              <p class="small-print">{t.numbers[name]}</p>
            </div>
            <CopyButton text={number} what={formatPhone(number)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
