/** An eight-sided die as eight flat triangles in space, for CSS transforms. */

type Vector = [number, number, number]

const EDGE = 100
const HEIGHT = (EDGE * Math.sqrt(3)) / 2
const REACH = EDGE / Math.SQRT2

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const times = (a: Vector, n: number): Vector => [a[0] * n, a[1] * n, a[2] * n]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

interface Plane {
  right: Vector
  down: Vector
  out: Vector
  origin: Vector
}

/** Where the element's left upper corner, its x and its y axis lie for the face of these three corners. */
function plane(top: Vector, left: Vector, right: Vector): Plane {
  const middle = times(plus(left, right), 0.5)
  let across = times(minus(right, left), 1 / EDGE)
  const down = times(minus(middle, top), 1 / HEIGHT)
  const centre = times(plus(plus(top, left), right), 1 / 3)
  if (dot(cross(across, down), centre) < 0) across = times(across, -1)
  return { right: across, down, out: cross(across, down), origin: minus(top, times(across, EDGE / 2)) }
}

const matrix = ({ right, down, out, origin }: Plane): string =>
  `matrix3d(${[...right, 0, ...down, 0, ...out, 0, ...origin, 1].map((n) => n.toFixed(5)).join(',')})`

const SIGNS = [1, -1] as const
const PLANES: Plane[] = SIGNS.flatMap((x) =>
  SIGNS.flatMap((y) => SIGNS.map((z) => plane([0, -y * REACH, 0], [x * REACH, 0, 0], [0, 0, z * REACH]))),
)

/** The transforms of the eight faces, the first being the one that `FRONT` turns to the viewer. */
export const FACES: string[] = PLANES.map(matrix)

/** The whole die turned so that its first face looks at the viewer, upright. */
export const FRONT: string = (() => {
  const first = PLANES[0] as Plane
  const rows = [first.right, first.down, first.out]
  const columns = [0, 1, 2].map((n) => rows.map((row) => row[n] ?? 0))
  return `matrix3d(${columns.map((column) => [...column, 0].map((n) => n.toFixed(5)).join(',')).join(',')},0,0,0,1)`
})()

/** How bright each face is in that position. */
export const LIGHT: number[] = PLANES.map((one) => {
  const first = PLANES[0] as Plane
  return 0.62 + 0.38 * Math.max(0, dot(one.out, first.out))
})
