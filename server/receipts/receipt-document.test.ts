// docs/receipts.md: its verifiers and ours agree with the test vectors.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyReceipt } from '../../sdk/receipt.ts'

const { keys, tokens } = JSON.parse(readFileSync('docs/test-vectors.json', 'utf8')).receipts as {
  keys: { kid: string; x: string }[]
  tokens: { name: string; token: string; genuine: boolean }[]
}
const document = readFileSync('docs/receipts.md', 'utf8')
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(document)![1]!
const expected = tokens.map(({ name, genuine }) => [name, genuine])

async function verdictsOf(verify: (token: string) => Promise<unknown>) {
  const verdicts: [string, boolean][] = []
  for (const { name, token } of tokens)
    verdicts.push([
      name,
      await Promise.resolve(verify(token)).then(
        () => true,
        () => false,
      ),
    ])
  return verdicts
}

test('every token of the vectors is shorter than 300 bytes', () => {
  for (const { name, token } of tokens) assert.ok(Buffer.byteLength(token) < 300, name)
})

test('the client agrees with the test vectors', async () => {
  expect(await verdictsOf((token) => verifyReceipt(token, { keys }))).toEqual(expected)
})

test('the JavaScript of the document agrees with the test vectors', async () => {
  const module = `data:text/javascript,${encodeURIComponent(`${blockOf('js')}\nexport { contentOf }`)}`
  const { contentOf } = (await import(module)) as {
    contentOf: (token: string, keySet: object) => Promise<unknown>
  }
  expect(await verdictsOf((token) => contentOf(token, { keys }))).toEqual(expected)
})

const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("sodium") ? 0 : 1);']).status === 0

test.skipIf(!hasPhp)('the PHP of the document agrees with the test vectors', () => {
  const directory = mkdtempSync(join(tmpdir(), 'likuta-receipt-'))
  try {
    const file = join(directory, 'verify.php')
    const run = `
$vectors = json_decode(file_get_contents($argv[1]), true)['receipts'];
foreach ($vectors['tokens'] as $vector) {
    try { content_of($vector['token'], ['keys' => $vectors['keys']]); $verdicts[] = [$vector['name'], true]; }
    catch (Throwable) { $verdicts[] = [$vector['name'], false]; }
}
echo json_encode($verdicts);`
    writeFileSync(file, blockOf('php') + run)
    const printed = execFileSync('php', [file, 'docs/test-vectors.json'], { encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual(expected)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
