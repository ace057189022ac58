/** How far a run is: told by the stages, drawn by the command line. */

/** What a run does at the moment, with the files that are done in it. */
export type Progress = (stage: "reading" | "parsing" | "linking", done: number, total: number) => void;

/** For a run that nobody watches. */
export const untold: Progress = () => undefined;
