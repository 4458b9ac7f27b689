// The HTTP interface of the studio. One function for each request; failures are `ApiError`s with a sentence for people.

/** A request that failed. `status` is 0 if there was no answer. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** The engines, pages, guidelines and annotators. */
export const getStudio = () => request("GET", "/api/studio");

/** Give a page to the studio; `content` is a string, a `Blob` or a `File`. */
export const addPage = (name, content) =>
  request("POST", `/api/pages?${new URLSearchParams({ name })}`, { content });

/** A page as an engine decides it. `settings` are `[name, value]` pairs. */
export const getView = (page, settings, signal) => request("GET", `${at(page)}/view?${query(settings)}`, { signal });

/** The reason and the features of a segment. */
export const getSegment = (page, n, settings, signal) =>
  request("GET", `${at(page)}/segments/${n}?${query(settings)}`, { signal });

/** The source of a page around a span. */
export const getSource = (page, start, end, signal) =>
  request("GET", `${at(page)}/source?${query({ start, end })}`, { signal });

/** Add an annotator; returns all. */
export const addAnnotator = (name) => request("POST", "/api/annotators", { data: { name } });

/** The pages of the folder with the progress of an annotator; `order` says which one is next: "folder" or "learning". */
export const getProject = (annotator, order = "folder", signal) =>
  request("GET", `/api/project?${query({ annotator, order })}`, { signal });

/** The units of a page as an annotator decided them. */
export const getAnnotation = (page, annotator, signal) =>
  request("GET", `${at(page)}/annotation?${query({ annotator })}`, { signal });

/** The units of a page that two annotators decide differently, for a third one. */
export const getDifferences = (page, a, b, annotator, signal) =>
  request("GET", `${at(page)}/differences?${query({ a, b, annotator })}`, { signal });

/** Do one stroke. */
export const postStroke = (page, stroke) => request("POST", `${at(page)}/strokes`, { data: stroke });

/** Undo or redo (`what`) a stroke; `data` names the annotator. */
export const postHistory = (page, what, data) => request("POST", `${at(page)}/${what}`, { data });

/** Begin the annotation of a page again, from a "suggestion", "everything" or "nothing". */
export const postRestart = (page, data) => request("POST", `${at(page)}/restart`, { data });

/** The Markdown that comes out of an annotation. */
export const getText = (page, annotator, signal) =>
  request("GET", `${at(page)}/text?${query({ annotator })}`, { signal });

/** Set the state of a page for an annotator. */
export const postState = (page, annotator, state, reason) =>
  request("POST", `${at(page)}/state`, { data: { annotator, state, reason } });

/** Write the guidelines. */
export const putGuidelines = (text) => request("PUT", "/api/guidelines", { data: { text } });

/** How well two annotators agree, page by page. */
export const getAgreement = (a, b, signal) => request("GET", `/api/agreement?${query({ a, b })}`, { signal });

/** Import the gold texts of the folder for an annotator. */
export const importGold = (annotator) => request("POST", "/api/import", { data: { annotator } });

/** The address of a download. */
export const exportAddress = (annotator, format) => `/api/export?${query({ annotator, format })}`;

/** What can be learned from: the pages of an annotator, the trained models, and the training that runs. */
export const getLearning = (annotator, signal) => request("GET", `/api/learning?${query({ annotator })}`, { signal });

/** Begin a training: `{ annotator, engine, start }`. */
export const postTraining = (data) => request("POST", "/api/training", { data });

/** How far the training is. */
export const getTraining = (signal) => request("GET", "/api/training", { signal });

/** Stop the training. */
export const stopTraining = () => request("POST", "/api/training/stop", { data: {} });

/** A trained model with its figures. */
export const getModel = (model, signal) => request("GET", `/api/models/${encodeURIComponent(model)}`, { signal });

/** The address of the file of a trained model. */
export const modelAddress = (model) => `/api/models/${encodeURIComponent(model)}/file`;

/** Let a trained model suggest; an empty id is the model that comes with ncleaner. */
export const postSuggester = (model) => request("POST", "/api/suggester", { data: { model } });

/** Tell whether an error is a request that was given up. */
export const isAbort = (error) => error.name === "AbortError";

function at(page) {
  return `/api/pages/${encodeURIComponent(page)}`;
}

function query(values) {
  return new URLSearchParams(values);
}

async function request(method, address, { data, content, signal } = {}) {
  const options = { method, signal };
  if (data !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(data);
  } else if (content !== undefined) {
    options.headers = { "Content-Type": "application/octet-stream" };
    options.body = content;
  }
  const response = await fetch(address, options).catch((error) => {
    if (isAbort(error)) throw error;
    throw new ApiError("The studio does not answer. Is it still running?", 0);
  });
  if (!response.ok) throw new ApiError(await sentence(response), response.status);
  return response.json();
}

async function sentence(response) {
  const answer = await response.json().catch(() => ({}));
  return answer.error ?? `The studio answered with an error (${response.status}).`;
}
