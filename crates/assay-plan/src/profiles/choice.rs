use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::{Value, json};

use super::{ProfileSpec, Profiles};

/// A profile of the list, which programs write as its id.
#[derive(Clone, Copy, Debug)]
pub struct ProfileChoice(pub &'static ProfileSpec);

impl std::ops::Deref for ProfileChoice {
    type Target = ProfileSpec;

    fn deref(&self) -> &ProfileSpec {
        self.0
    }
}

impl std::str::FromStr for ProfileChoice {
    type Err = super::UnknownProfile;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Profiles::default().named(id).map(Self)
    }
}

impl Serialize for ProfileChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ProfileChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = Cow::<'de, str>::deserialize(deserializer)?;
        id.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for ProfileChoice {
    fn schema_name() -> Cow<'static, str> {
        "ProfileName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = |spec: &ProfileSpec| json!({"const": spec.id, "description": spec.about.en});
        let all: Vec<Value> = Profiles::default().all().iter().map(one).collect();
        json_schema!({"oneOf": all})
    }
}
