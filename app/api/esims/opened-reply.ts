import { z } from 'zod'

/** An opened activation code on its way to the phone it is for. */
export const openedReply = z.object({
  id: z.string(),
  iccid: z.string(),
  activationCode: z.string(),
  smdpAddress: z.string(),
  matchingId: z.string(),
  asksConfirmationCode: z.boolean(),
  confirmationHint: z.string().nullable(),
  links: z.object({ apple: z.string(), android: z.string() }).nullable(),
})
