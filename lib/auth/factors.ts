import type { NewApp } from '#lib/auth/schema.ts'
import 'server-only'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { z } from 'zod'
import { findFactors } from '#lib/auth/repository/factors.ts'
import { findFactorRule, type StaffRow } from '#lib/auth/repository/staff.ts'
import { type Factors, hasFactor, requiresFactor } from '#lib/auth/rules/staff-account.ts'
import { encryptValue, openValue } from '#lib/core/repository/encrypted.ts'

/** What the second step asks of a member of staff: nothing, a factor they have, or to set one up. */
export type SecondStep = { kind: 'none' } | { kind: 'prove' | 'set_up'; factors: Factors }

/** Returns what stands between a member of staff who has proved the password and the back office. */
export async function secondStepOf({ id: staffId, role }: Pick<StaffRow, 'id' | 'role'>): Promise<SecondStep> {
  const [factors, rule] = await Promise.all([findFactors({ staffId }), findFactorRule()])
  if (hasFactor(factors)) return { kind: 'prove', factors }

  return requiresFactor(rule, role) ? { kind: 'set_up', factors } : { kind: 'none' }
}

const STEP_SECONDS = 30
const TICKET_MS = 15 * 60_000

/** Returns the time step whose code this is, one step early or late at most; `null` when it is no code of the secret. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const found = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: STEP_SECONDS,
    strategy: 'totp',
  })

  return found.valid && 'timeStep' in found ? found.timeStep : null
}

/** Returns a new secret for the authenticator app of a member of staff or a customer. */
export function newApp(person: { id: string; email: string; store: string }): NewApp {
  const secret = generateSecret()
  const content = JSON.stringify({ secret, until: Date.now() + TICKET_MS })
  const ticket = encryptValue(content, ticketPlace(person.id)).toString('base64url')

  return { secret, ticket, uri: generateURI({ issuer: person.store, label: person.email, secret }) }
}

const ticketSchema = z.object({ secret: z.string(), until: z.number() })

/** Returns the secret of a ticket; `null` when it is another person's, altered or older than 15 minutes. */
export function openTicket(id: string, ticket: string, now = Date.now()): string | null {
  try {
    const text = openValue(Buffer.from(ticket, 'base64url'), ticketPlace(id))
    const { secret, until } = ticketSchema.parse(JSON.parse(text))

    return until > now ? secret : null
  } catch {
    return null
  }
}

function ticketPlace(id: string) {
  return { table: 'StaffTotp', id, field: 'ticket' }
}
