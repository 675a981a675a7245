// What --help adds to each command: the meaning of its arguments, and examples.
import { type Command, Help, type Option } from 'commander'

type Texts = {
  /** By the name of the argument. */
  arguments?: Record<string, string>
  examples: string[]
}

const merchantCode = { merchant_code: 'the code of the merchant, such as LKT-XXXX-XXXX' }
const code = 'LKT-XXXX-XXXX'

/** By the words of the command, without `likuta`. */
const texts: Record<string, Texts> = {
  '': { examples: ['likuta start', 'likuta doctor', 'likuta help merchant'] },
  start: { examples: ['likuta start', 'likuta start --role api --workers 4', 'likuta start --role worker'] },
  migrate: { examples: ['likuta migrate'] },
  cells: { examples: ['likuta cells list', 'likuta cells add'] },
  'cells list': { examples: ['likuta cells list', 'likuta cells list --json'] },
  'cells add': { examples: ['likuta cells add'] },
  'cells close': {
    arguments: { cell: 'its number, as `cells list` shows it' },
    examples: ['likuta cells close 3'],
  },
  'cells open': {
    arguments: { cell: 'its number, as `cells list` shows it' },
    examples: ['likuta cells open 3'],
  },
  'cells place': {
    arguments: { cell: 'the number of the cell', server: 'host:port, as Citus knows the server' },
    examples: ['likuta cells place 2', 'likuta cells place 2 db2.internal:5432 --mode block_writes'],
  },
  mcp: { examples: ['likuta mcp'] },
  doctor: { examples: ['likuta doctor', 'likuta doctor --json'] },
  merchant: { examples: ['likuta merchant list', `likuta merchant show ${code}`] },
  'merchant create': {
    examples: [
      'likuta merchant create --name "Boutique Lac Kivu" --email grace@example.com',
      'likuta merchant create --name "Boutique Lac Kivu" --email grace@example.com \\\n    --environment production --microform-origin https://shop.example',
    ],
  },
  'merchant list': { examples: ['likuta merchant list'] },
  'merchant show': { arguments: merchantCode, examples: [`likuta merchant show ${code}`] },
  'merchant rotate': {
    arguments: merchantCode,
    examples: [`likuta merchant rotate ${code} --what api-keys`],
  },
  'merchant go-live': {
    arguments: merchantCode,
    examples: [`likuta merchant go-live ${code} --reason "contract signed"`],
  },
  'merchant reset-password': {
    arguments: merchantCode,
    examples: [`likuta merchant reset-password ${code}`],
  },
  'merchant suspend': {
    arguments: merchantCode,
    examples: [`likuta merchant suspend ${code} --reason "keys leaked"`],
  },
  'merchant resume': {
    arguments: merchantCode,
    examples: [`likuta merchant resume ${code} --reason "keys renewed"`],
  },
  'merchant topup': {
    arguments: merchantCode,
    examples: [`likuta merchant topup ${code} --amount 1250.50 --reason "transfer of 21 November"`],
  },
  staff: { examples: ['likuta staff invite amina@example.com --name "Amina Kabila"'] },
  'staff invite': {
    arguments: { email: 'the email with which the person signs in' },
    examples: [
      'likuta staff invite amina@example.com --name "Amina Kabila"',
      'likuta staff invite joel@example.com --name "Joël Ilunga" --role finance',
    ],
  },
  operators: { examples: ['likuta operators'] },
  screening: { examples: ['likuta screening import targets.simple.csv'] },
  'screening import': {
    arguments: { file: 'the list as a CSV file' },
    examples: ['likuta screening import targets.simple.csv', 'likuta screening import SDN.CSV --list ofac'],
  },
  'screening fetch': {
    arguments: { url: 'the address of the list' },
    examples: [
      'likuta screening fetch https://lists.example/targets.simple.csv \\\n    --hash-from https://lists.example/index.json',
    ],
  },
  retention: { examples: ['likuta retention show'] },
  'retention show': { examples: ['likuta retention show'] },
  'retention run': { examples: ['likuta retention run --dry-run', 'likuta retention run --json'] },
  bank: { examples: ['likuta bank import statement.xml'] },
  'bank import': {
    arguments: { file: 'the statement of our bank, as it was downloaded there' },
    examples: ['likuta bank import statement.xml', 'likuta bank import november.sta --json'],
  },
  'bank csv-mapping': { examples: ['likuta bank csv-mapping list'] },
  'bank csv-mapping list': { examples: ['likuta bank csv-mapping list'] },
  'bank csv-mapping set': {
    arguments: { currency: 'USD or CDF', file: 'the mapping as a JSON file' },
    examples: ['likuta bank csv-mapping set CDF rawbank.json'],
  },
  'bank csv-mapping remove': {
    arguments: { currency: 'USD or CDF' },
    examples: ['likuta bank csv-mapping remove CDF --environment sandbox'],
  },
  disputes: { examples: ['likuta disputes import disputes.csv'] },
  'disputes import': {
    arguments: { file: 'the disputes as a CSV file' },
    examples: [
      'likuta disputes import disputes.csv',
      'likuta disputes import disputes.csv --environment production',
    ],
  },
  reconcile: {
    examples: ['likuta reconcile', 'likuta reconcile --date 2026-11-21 --environment production'],
  },
  audit: { examples: ['likuta audit verify'] },
  'audit verify': { examples: ['likuta audit verify'] },
  backup: {
    arguments: { directory: 'an empty directory, or one to be created' },
    examples: ['likuta backup /backups/2026-11-21'],
  },
  restore: {
    arguments: { directory: 'the directory of a backup' },
    examples: ['likuta restore /backups/2026-11-21'],
  },
  keys: { examples: ['likuta keys status', 'likuta keys receipts list'] },
  'keys rotate': { examples: ['likuta keys rotate'] },
  'keys status': { examples: ['likuta keys status'] },
  'keys receipts': { examples: ['likuta keys receipts list'] },
  'keys receipts list': { examples: ['likuta keys receipts list --environment production'] },
  'keys receipts rotate': { examples: ['likuta keys receipts rotate'] },
  'keys receipts withdraw': {
    arguments: { 'key-id': 'the id of the key, as `likuta keys receipts list` prints it' },
    examples: ['likuta keys receipts withdraw <key-id>'],
  },
  webhooks: { examples: [`likuta webhooks listen --merchant ${code} --forward-to localhost:3000`] },
  'webhooks listen': {
    examples: [
      `likuta webhooks listen --merchant ${code} --forward-to localhost:3000/webhooks`,
      `likuta webhooks listen --merchant ${code} --forward-to localhost:3000 --since 2h`,
    ],
  },
  'webhooks send': {
    examples: [
      `likuta webhooks send payment --merchant ${code}`,
      `likuta webhooks send refund --merchant ${code} --to http://localhost:3000/webhooks \\\n    --set amount=12.00`,
    ],
  },
  'webhooks certify': {
    arguments: { url: 'where the handler listens, also on this machine' },
    examples: [
      `LIKUTA_CALLBACK_SECRET=whsec_… likuta webhooks certify localhost:3000/webhooks`,
      `likuta webhooks certify https://shop.example/webhooks --merchant ${code} --report report.txt`,
    ],
  },
  'webhooks resend': { examples: ['likuta webhooks resend <event_id>'] },
  'webhooks verify': {
    examples: [`likuta webhooks verify --merchant ${code} --signature 't=…,v1=…' --body-file body.json`],
  },
  demo: { examples: ['likuta demo', 'likuta demo --month', 'likuta demo --month --remove'] },
  loadtest: {
    examples: ['likuta loadtest', 'likuta loadtest --scenario transfers --concurrency 64 --seconds 30'],
  },
  completion: { examples: ['eval "$(likuta completion bash)"'] },
}

/** How help is laid out. Commands that are added afterwards inherit it. */
export function configureHelp(program: Command): void {
  program
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({
      // Every command has options, so saying it for each is noise.
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(termOf)].filter(Boolean).join(' '),
      optionDescription: (option: Option) => {
        const description = Help.prototype.optionDescription.call(new Help(), option)
        return option.mandatory ? `${description} (required)` : description
      },
    })
}

const termOf = (argument: Command['registeredArguments'][number]) => {
  const shown = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${shown}>` : `[${shown}]`
}

/** Adds the texts to all commands. */
export function addHelpTexts(program: Command, words: string[] = []): void {
  const { arguments: meanings = {}, examples = [] } = texts[words.join(' ')] ?? {}
  for (const argument of program.registeredArguments) argument.description ||= meanings[argument.name()] ?? ''
  const shown = examples.map((example) => `  ${example}`).join('\n')
  if (shown) program.addHelpText('after', `\nExamples:\n${shown}`)
  for (const command of program.commands) addHelpTexts(command, [...words, command.name()])
}
