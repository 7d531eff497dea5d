//! What a route is: what a client has to know of it, and what answers it.

use std::pin::Pin;
use std::sync::Arc;

use axum::http::{Method, StatusCode};
use axum::response::Response;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::call::Call;
use crate::{Problem, answer};

/// What a handler gives that makes its response itself.
pub(crate) type Answer = Result<Response, Problem>;
pub(crate) type Act =
    Arc<dyn Fn(Call) -> Pin<Box<dyn Future<Output = Answer> + Send>> + Send + Sync>;

/// Puts the schema of a type into a description and gives the reference to it.
pub type BodySchema = fn(&mut SchemaGenerator) -> Schema;

/// Whether a route needs the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Public,
    Token,
}

/// The body that a route takes.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    Nothing,
    Json(BodySchema),
    File,
}

/// What a route answers with: JSON of a type, or a media type.
#[derive(Clone, Copy, Debug)]
pub enum Returns {
    Json(BodySchema),
    /// The same with status 201.
    Created(BodySchema),
    Media(&'static str),
}

/// One route: what a client has to know of it, and what answers it.
#[derive(Clone)]
pub struct Route {
    pub method: Method,
    /// With its parameters in braces.
    pub path: &'static str,
    pub summary: &'static str,
    pub access: Access,
    pub takes: Takes,
    pub returns: Returns,
    /// Parameters of the query.
    pub query: &'static [&'static str],
    pub(crate) act: Act,
}

impl Route {
    fn new(
        method: Method,
        path: &'static str,
        summary: &'static str,
        returns: Returns,
        act: Act,
    ) -> Self {
        Self {
            method,
            path,
            summary,
            access: Access::Token,
            takes: Takes::Nothing,
            returns,
            query: &[],
            act,
        }
    }

    /// Sends what its handler gives. The description has the schema of the same type.
    pub(crate) fn json<T, F>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        handler: fn(Call) -> F,
    ) -> Self
    where
        T: Serialize + JsonSchema,
        F: Future<Output = Result<T, Problem>> + Send + 'static,
    {
        let returns = Returns::Json(SchemaGenerator::subschema_for::<T>);
        let act: Act = Arc::new(move |call| {
            let value = handler(call);
            Box::pin(async move { Ok(answer::ok(&value.await?)) })
        });
        Self::new(method, path, summary, returns, act)
    }

    /// Its handler makes the response, which is the JSON of a `T`.
    pub(crate) fn response<T, F>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        handler: fn(Call) -> F,
    ) -> Self
    where
        T: JsonSchema,
        F: Future<Output = Answer> + Send + 'static,
    {
        let returns = Returns::Json(SchemaGenerator::subschema_for::<T>);
        let act: Act = Arc::new(move |call| Box::pin(handler(call)));
        Self::new(method, path, summary, returns, act)
    }

    /// Its handler makes the response, of another media type or of no type.
    pub(crate) fn media<F>(
        path: &'static str,
        summary: &'static str,
        media: &'static str,
        handler: fn(Call) -> F,
    ) -> Self
    where
        F: Future<Output = Answer> + Send + 'static,
    {
        let act: Act = Arc::new(move |call| Box::pin(handler(call)));
        Self::new(Method::GET, path, summary, Returns::Media(media), act)
    }

    pub(crate) fn tells_of_runs(&self) -> bool {
        self.path.starts_with("/api/runs") || self.path == "/api/compare"
    }

    /// Whether the answer can hold what a run wrote, beyond its question and plan.
    pub(crate) fn may_quote(&self) -> bool {
        self.path.starts_with("/api/runs/{run}/") || self.path == "/api/compare"
    }

    pub(crate) fn public(mut self) -> Self {
        self.access = Access::Public;
        self
    }

    pub(crate) fn asking(mut self, query: &'static [&'static str]) -> Self {
        self.query = query;
        self
    }

    pub(crate) fn taking<T: JsonSchema>(mut self) -> Self {
        self.takes = Takes::Json(SchemaGenerator::subschema_for::<T>);
        self
    }

    pub(crate) fn taking_file(mut self) -> Self {
        self.takes = Takes::File;
        self
    }

    pub(crate) fn created(mut self) -> Self {
        if let Returns::Json(schema) = self.returns {
            self.returns = Returns::Created(schema);
        }
        let act = self.act;
        self.act = Arc::new(move |call| {
            let response = act(call);
            Box::pin(async move {
                let mut response = response.await?;
                *response.status_mut() = StatusCode::CREATED;
                Ok(response)
            })
        });
        self
    }
}
