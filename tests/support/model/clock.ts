import { benchClient } from '#tests/support/model/statements.ts'

/** A clock that both the database and this process (sandboxes included) read, and that a test moves forward. */
export type Clock = {
  /** Lets time pass at once, in milliseconds. */
  advance: (ms: number) => Promise<void>
  /** What has been skipped so far, in milliseconds. */
  skipped: () => number
  close: () => Promise<void>
}

const realDate = Date
let offset = 0

/**
 * Puts a clock that can be moved in front of the real one. Call it before the database is used.
 *
 * In the database a function of the same name stands earlier in the search path; here `Date` is a stand-in. Timers of
 * the process stay real: what waits for a row's date becomes due, what waits in a `setTimeout` does not.
 */
export async function installClock(databaseUrl: string): Promise<Clock> {
  const admin = await benchClient(databaseUrl)
  const name = admin.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  await admin.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.skipped (by interval NOT NULL);
    INSERT INTO clock.skipped VALUES ('0');
    CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + (SELECT by FROM clock.skipped)';
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + (SELECT by FROM clock.skipped)';
    CREATE FUNCTION clock.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.statement_timestamp() + (SELECT by FROM clock.skipped)';
    DO $$ DECLARE c record;
    BEGIN
      FOR c IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_default ~ 'CURRENT_TIMESTAMP|now\\(\\)|clock_timestamp\\(\\)'
      LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT clock.clock_timestamp()', c.table_name, c.column_name);
      END LOOP;
    END $$;
    ALTER DATABASE ${name} SET search_path = clock, pg_catalog, public;`)
  offset = 0
  globalThis.Date = movedDate()

  return {
    advance: async (ms) => {
      offset += ms
      await admin.query("UPDATE clock.skipped SET by = $1 * interval '1 millisecond'", [offset])
    },
    skipped: () => offset,
    close: async () => {
      globalThis.Date = realDate
      await admin.end()
    },
  }
}

function movedDate(): DateConstructor {
  const now = () => realDate.now() + offset

  return new Proxy(realDate, {
    construct: (target, args: unknown[], self) => Reflect.construct(target, args.length > 0 ? args : [now()], self),
    get: (target, property, self) => (property === 'now' ? now : Reflect.get(target, property, self)),
  })
}
