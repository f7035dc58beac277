'use client'

import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode, useState } from 'react'
import { Form } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { mayLeave, useUnsaved } from '#lib/core/client/unsaved.ts'
import { settleMessage } from '#lib/customers/client/messages.ts'

/** Answers a message by mail, or puts it aside. What was typed stays when it is refused. */
export function AnswerForm({ id, reference }: { id: string; reference: string }) {
  const t = useTranslations('admin-messages')
  const tLabel = useTranslations('admin.label')
  const form = `answer-${id}`
  const settle = useAction({
    roomTexts: t,
    tell: () => null,
    send: ({ answer }: { answer: string | null }) => settleMessage(id, answer),
    onDone: (_, { answer }) => {
      if (answer !== null) return
      const typed = document.getElementById(form)
      if (typed instanceof HTMLFormElement) typed.reset()
    },
  })

  return (
    <Form
      id={form}
      className="grid gap-3 max-w-[46rem]"
      action={settle}
      variant="notice"
      fields={[
        {
          kind: 'long',
          name: 'answer',
          label: t('answer', { reference }),
          hint: t('answerHelp'),
          wrong: t('empty'),
          minLength: 3,
          maxLength: 4_000,
          rows: 5,
        },
      ]}
      press={t('send')}
      beside={({ answer }) => (
        <Button
          onClick={() => {
            if (answer === '' || mayLeave()) void settle.run({ answer: null })
          }}
        >
          {t('aside')}
        </Button>
      )}
    >
      {({ answer }) => <Unsaved id={form} isUnsaved={answer !== ''} question={tLabel('unsaved')} />}
    </Form>
  )
}

/** Asks whoever leaves the page before an answer is sent. */
function Unsaved({ id, isUnsaved, question }: { id: string; isUnsaved: boolean; question: string }) {
  useUnsaved(id, isUnsaved, question)

  return null
}

type HeldMessage = { id: string; node: ReactNode }

/**
 * Messages of a list that reads itself again. One that a colleague has closed leaves it; while an answer is typed under it
 * here, it stays, so that nothing typed is taken away.
 */
export function HeldMessages({ rows, empty }: { rows: HeldMessage[]; empty: ReactNode }) {
  const [given, setGiven] = useState(rows)
  const [shown, setShown] = useState(rows)
  if (rows !== given) {
    setGiven(rows)
    setShown(withHeld(shown, rows))
  }
  if (shown.length === 0) return empty

  return (
    <div className="grid min-w-0 content-start gap-4">
      {shown.map(({ id, node }) => (
        <Fragment key={id}>{node}</Fragment>
      ))}
    </div>
  )
}

/** Returns what is listed now, and at its former place what has left and holds an answer. */
function withHeld(before: HeldMessage[], now: HeldMessage[]): HeldMessage[] {
  const held = before.filter(({ id }) => !now.some((row) => row.id === id) && hasAnswer(id))

  return held.reduce((all, row) => all.toSpliced(before.indexOf(row), 0, row), now)
}

function hasAnswer(id: string): boolean {
  const fields = document.getElementById(id)?.closest('section')?.querySelectorAll('textarea')

  return [...(fields ?? [])].some(({ value }) => value.trim() !== '')
}
