import { z } from 'zod'

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(16_384)
const attachment = z.enum(['platform', 'cross-platform']).optional()
const frame = {
  id: base64url.min(1).max(1024),
  rawId: base64url.min(1).max(1024),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.record(z.string().max(64), z.unknown()),
}

// Browsers put more into an answer from time to time; what is not read here is dropped.
const signedSchema = z.object({
  ...frame,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

const madeSchema = z.object({
  ...frame,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** What a browser sends when a passkey has signed our question. */
export const signedPasskey = z.strictObject({
  response: signedSchema,
})

/** What a browser sends when it has made a passkey, with the name its owner gave it. */
export const madePasskey = z.strictObject({
  response: madeSchema,
  name: z.string().trim().min(1).max(60),
})

/** The question to a browser, as the library words it. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })
