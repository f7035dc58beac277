import { NotFoundDoor } from '#app/(private)/not-found-door.tsx'

export default NotFoundDoor
