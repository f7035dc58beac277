'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { RequestFailure, toFailure } from '#lib/client/ask.ts'
import { proveAgain } from '#lib/client/staff.ts'

type Waiting = { go: () => void; stop: (why: RequestFailure) => void }

/**
 * Runs acts that want a fresh proof of who acts: when the server asks for it, a dialog does, and the act runs again. What is
 * returned as `dialog` has to stand on the page.
 */
export function useProof(): { withProof: <Result>(act: () => Promise<Result>) => Promise<Result>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function withProof<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      if (toFailure(error).details.reason !== 'prove_again') throw error
      await new Promise<void>((go, stop) => setWaiting({ go, stop }))

      return act()
    }
  }

  const dialog = (
    <ProofDialog
      isOpen={waiting !== null}
      onProven={() => {
        waiting?.go()
        setWaiting(null)
      }}
      onClose={() => {
        waiting?.stop(new RequestFailure('forbidden', { reason: 'declined' }))
        setWaiting(null)
      }}
    />
  )

  return { withProof, dialog }
}

type ProofDialogProps = { isOpen: boolean; onProven: () => void; onClose: () => void }

function ProofDialog({ isOpen, onProven, onClose }: ProofDialogProps) {
  const t = useTranslations('admin-staff.prove')
  const [problem, setProblem] = useState<'wrong' | 'failed' | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setProblem(null)
    try {
      await proveAgain(String(new FormData(event.currentTarget).get('proof')))
      onProven()
    } catch (error) {
      setProblem(toFailure(error).code === 'bad_input' ? 'wrong' : 'failed')
    }
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="proof-title">
      <form className="a-pb-stack" onSubmit={submit}>
        <h2 id="proof-title">{t('title')}</h2>
        <p>{t('text')}</p>
        <TextField
          id="proof"
          name="proof"
          type="password"
          label={t('password')}
          autoComplete="current-password"
          error={problem ? t(problem) : null}
          required
          autoFocus
        />
        <p className="a-row">
          <Button type="submit" tone="ink">
            {t('submit')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </p>
      </form>
    </Dialog>
  )
}
