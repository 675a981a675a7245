// Account statements as a bank sends them, of the sandbox's own test account.

export type StatementLine = {
  /** As on the statement: `-150.00`. */
  amount: string
  id?: string
  reference?: string
  text?: string
  isReturn?: boolean
  on?: string
}

export const ownAccounts = { USD: '00099000010000000000195', CDF: '00099000010000000000292' } as const

type Head = { id: string; currency?: 'USD' | 'CDF'; account?: string; day?: string }

const endToEnd = (id: string) => id.replaceAll('-', '')

/** The balance after the lines, which begins at zero; an amount that is no number counts nothing. */
function closingOf(lines: readonly StatementLine[]): { amount: string; isCredit: boolean } {
  const minor = lines.reduce((sum, { amount }) => sum + (Math.round(Number(amount) * 100) || 0), 0)
  return { amount: (Math.abs(minor) / 100).toFixed(2), isCredit: minor >= 0 }
}

/** A statement in camt.053.001.08. */
export function camtStatement(
  { id, currency = 'USD', account = ownAccounts[currency], day = '2026-11-23' }: Head,
  lines: readonly StatementLine[],
): string {
  const entries = lines.map(({ amount, id: payout, reference, text = 'x', isReturn, on = day }) => {
    const direction = amount.startsWith('-') ? 'DBIT' : 'CRDT'
    const value = `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`
    const refs = payout ? `<Refs><EndToEndId>${endToEnd(payout)}</EndToEndId></Refs>` : ''
    const back = isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''
    return `<Ntry>${value}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>
      ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<BkTxCd><Prtry><Cd>T</Cd></Prtry></BkTxCd>
      <NtryDtls><TxDtls>${refs}<RmtInf><Ustrd>${text}</Ustrd></RmtInf>${back}</TxDtls></NtryDtls></Ntry>`
  })
  const balance = (type: string, { amount, isCredit }: { amount: string; isCredit: boolean }) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${day}T20:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', { amount: '0.00', isCredit: true })}
${balance('CLBD', closingOf(lines))}
${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`
}

/** The same in MT940. */
export function mt940Statement(
  { id, currency = 'USD', account = ownAccounts[currency], day = '2026-11-23' }: Head,
  lines: readonly StatementLine[],
): string {
  const short = day.slice(2).replaceAll('-', '')
  const entries = lines.map(({ amount, id: payout, reference, text = 'x', isReturn }) => {
    const isIn = !amount.startsWith('-')
    const mark = isReturn ? (isIn ? 'RD' : 'RC') : isIn ? 'C' : 'D'
    const value = amount.replace('-', '').replace('.', ',')
    const information = payout ? `/EREF/${endToEnd(payout)}/REMI/${text}` : text
    return `:61:${short}${short.slice(2)}${mark}${value}NTRFNONREF${reference ? `//${reference}` : ''}\r\n:86:${information}`
  })
  const { amount, isCredit } = closingOf(lines)
  const closing = `${isCredit ? 'C' : 'D'}${short}${currency}${amount.replace('.', ',')}`
  return `{1:F01LKTACDK0AXXX0000000000}{4:\r\n:20:${id}\r\n:25:LKTACDK0/${account}\r\n:28C:${id}\r\n:60F:C${short}${currency}0,00\r\n${entries.join('\r\n')}\r\n:62F:${closing}\r\n-}`
}

/** The same in CSV. */
export function csvStatement(
  { id, currency = 'USD', account = ownAccounts[currency], day = '2026-11-23' }: Head,
  lines: readonly StatementLine[],
): string {
  const rows = lines.map(
    ({ amount, id: payout = '', reference = '', text = 'x', isReturn, on = day }) =>
      `${account},${currency},${id},${on},${amount},${payout},${reference},${isReturn ? 'yes' : ''},${text}`,
  )
  return `account,currency,statement,date,amount,end_to_end_id,bank_reference,return,text\n${rows.join('\n')}\n`
}

const reportNames = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

/** The entries of a day before its statement, in camt.052 or camt.054, which have no balances. */
export function camtReport(
  format: keyof typeof reportNames,
  head: Head,
  lines: readonly StatementLine[],
): string {
  const [message, element] = reportNames[format]
  return camtStatement(head, lines)
    .replace(/<Bal>.*<\/Bal>\n/g, '')
    .replaceAll('camt.053', format)
    .replaceAll('BkToCstmrStmt>', `${message}>`)
    .replaceAll('Stmt>', `${element}>`)
}

/** The same in MT942. */
export function mt942Report(head: Head, lines: readonly StatementLine[]): string {
  const { currency = 'USD', day = '2026-11-23' } = head
  const short = day.slice(2).replaceAll('-', '')
  return mt940Statement(head, lines)
    .replace(/:60F:.*\r\n/, `:34F:${currency}0,\r\n:13D:${short}1200+0100\r\n`)
    .replace(/:62F:.*\r\n/, `:90C:${lines.length}${currency}0,\r\n`)
}
