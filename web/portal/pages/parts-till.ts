// The till for parts of a link, which has the drawing of codes and the camera: sellers who only charge amounts do not load it.
export { PartTill } from '../till/part-till.tsx'
