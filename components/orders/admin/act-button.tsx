'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ActFields } from '#components/orders/admin/act-fields.tsx'
import { type ActSpec, NOTHING_TYPED, type Typed } from '#components/orders/admin/act-spec.ts'
import { type Problem, problemOf } from '#components/orders/admin/read-typed.ts'
import { type ActResult, ResultNotice, sendAct } from '#components/orders/admin/send-act.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

type ActButtonProps = {
  spec: ActSpec
  /** What the button says; the act's own word without it. */
  label?: string
  look?: 'primary' | 'small' | 'normal'
}

/** A button that says what an act does, asks once, carries it out and shows what came of it. */
export function ActButton({ spec, label = spec.press, look = 'normal' }: ActButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const tone = look === 'primary' ? 'primary' : 'outline'

  return (
    <>
      <Button tone={tone} size={look === 'small' ? 'small' : 'normal'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ActDialog spec={spec} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

type DialogProps = { spec: ActSpec; isOpen: boolean; onClose: () => void }

function ActDialog({ spec, isOpen, onClose }: DialogProps) {
  const id = useId()

  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy={`${id}-title`}>
      <ActForm id={id} spec={spec} onClose={onClose} />
    </Dialog>
  )
}

function ActForm({ id, spec, onClose }: { id: string; spec: ActSpec; onClose: () => void }) {
  const t = useTranslations('admin-acts.dialog')
  const router = useRouter()
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED)
  const [problem, setProblem] = useState<Problem>(null)
  const [result, setResult] = useState<ActResult | null>(null)
  const [isSending, setSending] = useState(false)
  const once = useRef(crypto.randomUUID())
  const said = useRef<HTMLDivElement>(null)
  const isOver = result?.isDone ?? false

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = problemOf(spec, typed)
    setProblem(wrong)
    if (wrong) return document.getElementById(`${id}-${wrong}`)?.focus()
    setSending(true)
    const answer = await sendAct(spec, { typed, onceKey: once.current })
    setResult(answer)
    setSending(false)
    if (answer.isDone || answer.mayRead) router.refresh()
    requestAnimationFrame(() => said.current?.focus())
  }

  return (
    <form className="a-act" noValidate onSubmit={submit}>
      <h2 id={`${id}-title`}>{spec.title}</h2>
      {isOver ? null : (
        <>
          <p className={spec.tone === 'danger' ? 'a-act-warn' : 'a-soft'}>{spec.effect}</p>
          <ActFields
            id={id}
            fields={spec.fields}
            typed={typed}
            problem={problem}
            onType={(change) => {
              setTyped((before) => ({ ...before, ...change }))
              setProblem(null)
            }}
          />
        </>
      )}
      <div ref={said} tabIndex={-1} role="status">
        {result ? <ResultNotice result={result} /> : null}
      </div>
      <div className="a-row">
        {isOver ? null : (
          <Button type="submit" tone={spec.tone === 'danger' ? 'ink' : 'primary'} disabled={isSending}>
            {isSending ? t('sending') : spec.press}
          </Button>
        )}
        <Button onClick={onClose}>{t(isOver ? 'close' : 'leave')}</Button>
      </div>
    </form>
  )
}
