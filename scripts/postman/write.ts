// Writes the Postman collection of the committed API document into the current folder.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postmanCollection } from './collection.ts'

const document = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
const file = 'likuta.postman_collection.json'
writeFileSync(file, postmanCollection(document))
process.stdout.write(`wrote ${file}\n`)
