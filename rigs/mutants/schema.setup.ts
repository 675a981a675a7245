// Applies a mutant's schema change to the template database that all tests copy.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseUrl, templateDatabase } from '../../test/support/database/database.setup.ts'
import { mutants } from './all.ts'

export default async function setup(project: TestProject): Promise<void> {
  const schema = mutants.find(({ name }) => name === process.env.MUTANT)?.schema
  if (schema === undefined) return
  const { postgresUrl } = project.getProvidedContext()
  const client = new pg.Client({ connectionString: databaseUrl(postgresUrl, templateDatabase) })
  await client.connect()
  await client.query(schema).finally(() => client.end())
}
