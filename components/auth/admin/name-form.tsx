'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { rename } from '#lib/auth/client/staff.ts'
import { toFailure } from '#lib/core/client/ask.ts'

type State = 'idle' | 'sending' | 'saved' | 'name' | 'unauthenticated' | 'offline' | 'internal'

/** The own name, as colleagues see it. */
export function NameForm({ name }: { name: string }) {
  const t = useTranslations('admin-staff.profile')
  const router = useRouter()
  const [state, setState] = useState<State>('idle')
  const isBad = state !== 'idle' && state !== 'sending' && state !== 'saved'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('own-name'))
    setState('sending')
    try {
      await rename(wanted)
      setState('saved')
      router.refresh()
    } catch (error) {
      const { code } = toFailure(error)
      setState(code === 'bad_input' ? 'name' : code === 'offline' || code === 'unauthenticated' ? code : 'internal')
    }
  }

  return (
    <form className="a-pb a-pb-stack" onSubmit={submit}>
      <TextField
        id="own-name"
        name="own-name"
        label={t('name')}
        hint={t('nameHint')}
        error={isBad ? t(`failed.${state}`) : null}
        defaultValue={name}
        autoComplete="name"
        maxLength={80}
        required
      />
      <p className="a-row">
        <Button type="submit" disabled={state === 'sending'}>
          {t('saveName')}
        </Button>
        <span role="status" className="a-meta">
          {state === 'saved' ? t('saved') : ''}
        </span>
      </p>
    </form>
  )
}
