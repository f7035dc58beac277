'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import type { Check } from '#components/esims/physical-sims/use-check.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Ticket, TicketPart } from '#components/ui/ticket.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'

const LONGEST = 40
const FIELD = 'card-number'

type NumberFormProps = {
  check: Check
  /** A number that the practice network knows, in a trial shop. */
  practice: string | null
}

/** Puts the cursor where the number is typed. */
export function focusNumber(): void {
  document.getElementById(FIELD)?.focus()
}

/** Where the number of a card is typed. What is no number is said here and asked of nobody. */
export function NumberForm({ check, practice }: NumberFormProps) {
  const t = useTranslations('simcards.check')
  const isOnline = useOnline()
  const [number, setNumber] = useState('')
  const [isWrong, setIsWrong] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isNumber = /^\d{10,22}$/.test(number.replaceAll(/[\s-]/g, ''))
    setIsWrong(!isNumber)
    if (!isNumber) return focusNumber()
    check.ask(number)
  }

  return (
    <Ticket>
      <form noValidate onSubmit={submit}>
        <TicketPart className="stack p-6">
          <TextField
            id={FIELD}
            className="num"
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST}
            label={t('label')}
            hint={t('hint')}
            error={isWrong ? t('noNumber') : null}
            value={number}
            onChange={(event) => {
              setNumber(event.target.value)
              setIsWrong(false)
            }}
          />
          <Button type="submit" tone="primary" wide disabled={check.isAsking || !isOnline}>
            {check.isAsking ? t('asking') : t('submit')}
          </Button>
          {isOnline ? null : (
            <p className="small soft" role="status">
              {t('offline')}
            </p>
          )}
          {practice ? (
            <p className="small soft">
              {t.rich('trial', {
                number: () => (
                  <bdi dir="ltr" className="whitespace-nowrap">
                    {practice}
                  </bdi>
                ),
              })}
            </p>
          ) : null}
        </TicketPart>
      </form>
    </Ticket>
  )
}
