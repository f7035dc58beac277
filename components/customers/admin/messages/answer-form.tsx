'use client'

import { useTranslations } from 'next-intl'
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
